import { readFileSync } from "node:fs";
import { ENTITIES } from "#app/entities.ts";
import { OWNED_ENTITIES } from "#app/owned-entities.ts";
import { ROUTES } from "#scripts/lib/routes.ts";
import type { DescribedOperation } from "./api-document.ts";
import { COMMON, GIVEN_VALUES } from "./crowded-database.ts";

// The parameters of lists, read from the product: the forms and links of a page, the parameters that its module reads,
// and those of the API document.

/**
 * The parameters of a list, each with the values to try. All rows have the first value, and no row has the last. `sort`
 * and `after` are not filters.
 */
export interface Filters {
  /** By name. */
  filters: Record<string, string[]>;
  /** The orders of the list, without the reversed ones. */
  sorts: string[];
}

/** The ids that filters can name: the owner of all rows, and for each entity, the row to which all others refer. */
export interface Named {
  personId: string;
  /** By the name of the entity. */
  ids: Record<string, string>;
}

/** A value that no row has. */
const NOWHERE = "zzqx";
/** For each end of a period: a limit that all rows meet, and one that no row meets. */
const TIMES: Record<string, string[]> = {
  from: ["2000-01-01", "2100-01-01"],
  to: ["2100-01-01", "2000-01-01"],
};
const isStart = (name: string) => /from$/i.test(name);

/**
 * Values for a text field: the text that all rows have, the beginning of a word in all rows, and a text that no row
 * has.
 */
function textsFor(name: string, { personId, ids }: Named): string[] {
  if (name === "person") return [personId, `${NOWHERE}@example.com`];
  const id = ids[name] ?? ids[name.replace(/Id$/, "")];
  if (id) return [id, "none", NOWHERE];
  return [COMMON, COMMON.charAt(0), NOWHERE];
}

/** The options of a select field to try: the option that all rows have, and the first and last of the others. */
const fewOf = (values: string[]): string[] => {
  const others = values.filter((value) => !GIVEN_VALUES.includes(value));
  return [
    ...new Set([
      ...values.filter((value) => GIVEN_VALUES.includes(value)),
      ...others.slice(0, 1),
      ...others.slice(-1),
    ]),
  ];
};

const attribute = (tag: string, name: string): string | null =>
  new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll("&amp;", "&") ?? null;

/** Matches code that reads a search parameter. */
const READ = /searchParams\s*\.(?:get|has|getAll)\("(\w+)"\)/g;
/** Parameters that do not filter a list: the state of a page, and the target of its links. */
const NO_FILTERS = ["sort", "after", "confirm", "state", "redirect", "returnTo"];

/** The filters of the list on a page. @param html the page, as a viewer with every permission sees it */
export function filtersOf(path: string, html: string, named: Named): Filters {
  const filters: Filters["filters"] = {};
  const forms = [...html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)].filter(
    ([, tag = ""]) => attribute(tag, "action") === path && attribute(tag, "method")?.toLowerCase() !== "post",
  );
  for (const [, , content = ""] of forms) {
    for (const [select] of content.matchAll(/<select\b[^>]*>.*?<\/select>/gs)) {
      const options = [...select.matchAll(/<option\b[^>]*\bvalue="([^"]+)"/g)].map(([, value = ""]) => value);
      const name = attribute(select, "name");
      if (name) filters[name] = name in named.ids ? textsFor(name, named) : fewOf(options);
    }
    for (const [input] of content.matchAll(/<input\b[^>]*>/g)) {
      const name = attribute(input, "name");
      if (!name || attribute(input, "type") === "hidden") continue;
      filters[name] =
        attribute(input, "type") === "date"
          ? (TIMES[isStart(name) ? "from" : "to"] ?? [])
          : textsFor(name, named);
    }
  }
  const { files = [] } = ROUTES.find((route) => route.path === path) ?? {};
  for (const [, name = ""] of readFileSync(files.at(-1) ?? "", "utf8").matchAll(READ)) {
    filters[name] ??= textsFor(name, named);
  }
  for (const name of NO_FILTERS) delete filters[name];
  const sorts = [...html.matchAll(/[?;&]sort=(-?\w+)/g)].map(([, sort = ""]) => sort.replace(/^-/, ""));
  return { filters, sorts: [...new Set(sorts)] };
}

/** The filters of an operation of the API. */
export function filtersOfOperation({ parameters = [] }: DescribedOperation, named: Named): Filters {
  const filters: Filters["filters"] = {};
  let sorts: string[] = [];
  for (const { name, schema } of parameters.filter((parameter) => parameter.in === "query")) {
    const values = (schema.enum as string[] | undefined) ?? null;
    if (name === "sort") sorts = (values ?? []).filter((sort) => !sort.startsWith("-"));
    else if (name === "after") continue;
    else if (values) filters[name] = fewOf(values);
    else if (schema.format === "date-time")
      filters[name] = (TIMES[isStart(name) ? "from" : "to"] ?? []).map((day) => `${day}T00:00:00Z`);
    else filters[name] = textsFor(name, named);
  }
  return { filters, sorts };
}

function subsetsOf([first, ...others]: string[]): string[][] {
  if (first === undefined) return [[]];
  return subsetsOf(others).flatMap((subset) => [subset, [first, ...subset]]);
}

/** Every subset of a list's filters, set to values that all rows have. */
export const subsetsIn = ({ filters }: Filters): URLSearchParams[] =>
  subsetsOf(Object.keys(filters)).map(
    (names) => new URLSearchParams(names.map((name) => [name, filters[name]?.[0] ?? ""])),
  );

/** Each filter of a list alone, set to a value that no row has. */
export const nothingIn = ({ filters }: Filters): URLSearchParams[] =>
  Object.entries(filters).map(([name, values]) => new URLSearchParams({ [name]: values.at(-1) ?? "" }));

/**
 * The requests of a list that are hardest for the database. They include each value alone, and every subset
 * of the filters: with values that all rows have except in one filter, and with values that no row has. They
 * also include every subset in each order, alternately ascending and descending.
 */
export function searchesOf({ filters, sorts }: Filters): URLSearchParams[] {
  const given = new Map(Object.entries(filters));
  const matching = (name: string, turn: number) =>
    given
      .get(name)
      ?.slice(0, -1)
      .at(turn % 2) ??
    given.get(name)?.[0] ??
    "";
  const missing = (name: string) => given.get(name)?.at(-1) ?? "";
  const alone = [...given].flatMap(([name, values]) => values.map((value) => ({ [name]: value })));
  const subsets = subsetsOf([...given.keys()]);
  const together = subsets.flatMap((names, turn) =>
    [...names, null, undefined].map((odd) =>
      Object.fromEntries(
        names.map((name) => [name, odd === null || odd === name ? missing(name) : matching(name, turn)]),
      ),
    ),
  );
  const inOrder = sorts.flatMap((sort, column) =>
    subsets.map((names, turn) => ({
      ...Object.fromEntries(names.map((name) => [name, matching(name, turn)])),
      sort: (turn + column) % 2 ? sort : `-${sort}`,
    })),
  );
  const searches = [...alone, ...together, ...inOrder].map((search) => `${new URLSearchParams(search)}`);
  return [...new Set(searches)].map((search) => new URLSearchParams(search));
}

/** The entity of the row that the `:id` in a path names; null if it names no row of an entity. */
export const entityOf = (path: string): string | null =>
  Object.entries({ ...ENTITIES, ...OWNED_ENTITIES }).find(([, plural]) =>
    path.includes(`/${plural}/`),
  )?.[0] ?? null;
