import { expect, test } from "vitest";
import { namespacesOf, SERVER_GROUPS } from "#app/core/i18n/page-strings.ts";
import { ENTITY_NAMES } from "#app/entities.ts";
import { ORGANISATION_PAGES } from "#app/organisation-pages.ts";
import { ORGANISATION_LISTS, OWNED_NAMES } from "#app/owned-entities.ts";
import { ROUTES } from "#scripts/lib/routes.ts";
import { flatten, readLocales } from "#tests/support/locales.ts";
import { browserSources } from "#tests/support/page-sources.ts";

// The browser gets the strings of the namespaces that app/core/i18n/page-strings.ts names for a page. It would show the
// key of any other namespace, so the sources of each page are compared with the list.

const strings = readLocales().en ?? {};
const keys = new Set(
  Object.entries(strings).flatMap(([namespace, nested]) =>
    Object.keys(flatten(nested)).map((key) => `${namespace}:${key.replace(/_(one|other)$/, "")}`),
  ),
);
/** A literal that may be a key: "book:list.title", or `${entity}:list.title` for each entity. */
const LITERAL = /["`]((?:[a-z]+|\$\{\w+\}):[\w$][\w.${}]*)["`]/g;

/** Permissions look like keys, and the server formats the messages of schemas. */
const NO_KEYS = /^app\/permissions\.ts$|\.schema\.ts$|^app\/core\/forms\/fields\.ts$/;

/** The namespaces of the keys that a literal stands for. */
function namespacesIn(literal: string): string[] {
  const [namespace = ""] = literal.split(":");
  // A literal without a dot is a permission. The names of entities include owned ones, for the audit log.
  if (namespace.startsWith("$") && !literal.includes(".")) return [];
  if (namespace.includes("section"))
    return ["organisation", "team", ...ORGANISATION_LISTS, ...ORGANISATION_PAGES.map(({ name }) => name)];
  if (namespace.startsWith("$"))
    return [...ENTITY_NAMES, ...(literal.includes(":audit.") ? OWNED_NAMES : [])];
  const isKey = literal.includes("${") ? namespace in strings : keys.has(literal);
  return isKey ? [namespace] : [];
}

/** The literals of a page's files that may be keys, each with one of its files. */
function literalsIn(files: string[]): Map<string, string> {
  const literals = new Map<string, string>();
  const sources = new Map<string, string>();
  for (const file of ["app/root.tsx", ...files]) browserSources(file, sources);
  for (const [file, code] of sources) {
    if (NO_KEYS.test(file)) continue;
    for (const [, literal = ""] of code.matchAll(LITERAL)) literals.set(literal, file);
  }
  return literals;
}

const PAGES = ROUTES.filter(({ files }) => files.at(-1)?.endsWith(".tsx"));

test.each(PAGES)("the browser has every string that $path may show", ({ path, files }) => {
  const available: string[] = namespacesOf(path);
  const used = [...literalsIn(files)].flatMap(([literal, file]) =>
    namespacesIn(literal).map((namespace) => ({ namespace, file })),
  );
  const absent = used.filter(({ namespace }) => !available.includes(namespace));
  const findings = new Set(absent.map(({ namespace, file }) => `"${namespace}", for ${file}`));
  expect(
    [...findings],
    `add to NAMESPACES in app/core/i18n/page-strings.ts, for ${path} or a path above it`,
  ).toEqual([]);
});

test.each(PAGES)("the script of $path uses no string that only the server has", ({ files }) => {
  const said = [...literalsIn(files)].filter(
    ([literal]) => keys.has(literal) && SERVER_GROUPS.some((group) => literal.includes(`:${group}.`)),
  );
  expect(said, `move these keys out of ${SERVER_GROUPS.join(" and ")}`).toEqual([]);
});
