import type { EntityDefinition } from "../definition.ts";
import { listImports, pageWithPictures, titleCell } from "./file-display.ts";
import { subtitleOf } from "./queries.ts";

// The manager's list of everybody's rows, of an entity whose rows belong to the users who create them, and its tests.

/** The manager's list of everybody's rows. */
export function everybodysList(entity: EntityDefinition): string {
  const { name, plural, Plural, title, pictures } = entity;
  const subtitle = subtitleOf(entity);
  return `import { href, useLocation } from "react-router";
import { dbContext } from "#app/context.ts";
import { timeFromNow } from "#app/core/i18n/time-formatter.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { listSearch } from "#app/core/lists/selection/selected-rows.ts";
import { EmptyList } from "#app/core/lists/empty-list.tsx";
import { ListHeading } from "#app/core/lists/list-heading.tsx";
import { readListView } from "#app/core/lists/view/list-view.server.ts";
import { ResultTable } from "#app/core/lists/result-table.tsx";
import { SearchForm } from "#app/core/lists/search/search-form.tsx";
import { CellText } from "#app/core/lists/table.tsx";
import { usePageFetcher } from "#app/core/lists/use-page-fetcher.ts";
import { Moment } from "#app/core/ui/moment.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { requirePermissionInParallel } from "#app/identity/middleware/guards.ts";
import { listEverybodys${Plural} } from "#app/slices/${name}/${name}.server.ts";
${listImports(entity)}import type { Route } from "./+types/${plural}.ts";

export const middleware = [requirePermissionInParallel("${name}:list-all")];

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const term = url.searchParams.get("searchTerm")?.trim() ?? "";
  const [sort, after] = [url.searchParams.get("sort"), url.searchParams.get("after")];
  const view = readListView(request, url);
  const search = { term, sort, after, size: view?.size };
  const { page, ...list } = await listEverybodys${Plural}(context.get(dbContext), search);
  const fromNow = timeFromNow(context);
  const items = page.items.map(({ updatedAt, ...${name} }) => ({ ...${name}, updated: fromNow(updatedAt) }));
  return { ...list, page: ${pageWithPictures(entity, "{ ...page, items }")}, view, isFirst: after === null };
}

export default function Everybodys${Plural}({
  loaderData: { page, isFirst, sort, term, view },
}: Route.ComponentProps) {
  const { t } = useI18n();
  const { key, search } = useLocation();
  const fetcher = usePageFetcher<typeof loader>();
  const here = href("/manager/${plural}");
  const isEmpty = page.items.length === 0 && page.next === null;
  return (
    <>
      <PageTitle title={t("${name}:everybodys.title")} />
      <ListHeading title={t("${name}:everybodys.title")} add={null} />
      <SearchForm term={term} action={here} />
      {isEmpty ? (
        <EmptyList term={term} empty={t("${name}:list.empty")} clearTo={here} />
      ) : (
        <ResultTable
          key={key}
          first={page}
          fetcher={fetcher}
          isFirst={isFirst}
          term={term}
          total={null}
          search={listSearch(search)}
          label={t("${name}:everybodys.title")}
          sort={sort}
          view={view}
          columns={[
            {
              label: t("${name}:fields.${title.name}"),
              narrow: "line",
              cell: ({ ${title.name}${pictures.length > 0 ? ", thumbnail" : ""} }) => ${titleCell(entity, `<CellText>{${title.name}}</CellText>`)},
            },
            ${
              subtitle
                ? `{
              label: t("${name}:fields.${subtitle.name}"),
              id: "${subtitle.name}",
              narrow: "line",
              cell: ({ ${subtitle.name} }) => ${subtitle.required ? "" : `${subtitle.name} && `}<CellText>{${subtitle.name}}</CellText>,
            },`
                : ""
            }
            {
              label: t("${name}:everybodys.owner"),
              id: "owner",
              width: "30%",
              narrow: "line",
              cell: ({ ownerEmail }) => <CellText>{ownerEmail}</CellText>,
            },
            {
              label: t("manager:list.changed"),
              id: "updated",
              sort: "-updated",
              width: "160",
              narrow: "hidden",
              cell: ({ updated }) => <Moment time={updated} />,
            },
          ]}
        />
      )}
    </>
  );
}
`;
}

/** The tests of {@link everybodysList}. */
export function everybodysTest({ name, Name, plural, title }: EntityDefinition): string {
  return `import { afterAll, beforeAll, expect, test } from "vitest";
import { entriesFor } from "#app/identity/shell/navigation.ts";
import { pagesClosedTo, pathOrHome } from "#app/page-permissions.ts";
import { rolesThat } from "#app/permissions.ts";
import { ${name}ManagerNavigation } from "#app/slices/${name}/navigation.ts";
import { someone } from "#tests/support/someone.ts";
import { textsIn } from "#tests/support/texts.ts";
import { add${Name} } from "#tests/support/${plural}.ts";
import { databaseCost } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker({ seeded: true });
});
afterAll(() => worker.stop());

test("a reader is refused, and the response has nothing of others", async () => {
  const [owner, reader] = [await someone(worker), await someone(worker)];
  await add${Name}(worker, owner.id, { ${title.name}: "Very private" });
  for (const path of ["/manager/${plural}", "/manager/${plural}.data", "/manager/${plural}?searchTerm=private"]) {
    const response = await reader.visitor.get(path);
    expect(response.status, path).toBe(403);
    expect(await response.text(), path).not.toContain("Very private");
  }
});

test("only a role with the permission sees a link to the list", () => {
  const entries = ${name}ManagerNavigation.application?.(t) ?? [];
  expect(rolesThat("${name}:list-all")).toEqual(["admin"]);
  expect(entriesFor("admin", entries)).toHaveLength(1);
  expect(entriesFor("user", entries)).toEqual([]);
  expect(pagesClosedTo("user", "/manager")).toContain("/manager/${plural}");
  expect(pathOrHome("user", "/manager/${plural}")).toBe("/app");
});

test("an administrator sees everybody's rows, each with its owner's address, and can't change them", async () => {
  const [one, other] = [await someone(worker), await someone(worker)];
  const { visitor } = await someone(worker, { role: "admin" });
  await add${Name}(worker, one.id, { ${title.name}: "Of one person" });
  await add${Name}(worker, other.id, { ${title.name}: "Of another person" });
  const html = await (await visitor.get("/manager/${plural}")).text();
  for (const shown of ["Of one person", one.email, "Of another person", other.email])
    expect(html).toContain(shown);
  const found = await (await visitor.get("/manager/${plural}?searchTerm=ANOTHER")).text();
  expect(found).toContain(other.email);
  expect(found).not.toContain(one.email);
  expect((await visitor.post("/manager/${plural}", {})).status).toBe(405);
});

/** The target of "Load more". */
const nextIn = (html: string) =>
  /href="(\\/manager\\/${plural}\\?[^"]*after=[^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&");

test.each(["-updated", "updated"])("pages through all rows, each once, sorted by %j, in one round trip", async (sort) => {
  const { visitor } = await someone(worker, { role: "admin" });
  const titles: string[] = [];
  for (let n = 0; n < 25; n++) titles.push((await add${Name}(worker, (await someone(worker)).id)).${title.name});
  const seen: string[] = [];
  for (let path: string | undefined = \`/manager/${plural}?sort=\${sort}\`; path; ) {
    const response = await visitor.get(path);
    expect(databaseCost(response).roundTrips).toBe(1);
    expect(databaseCost(response).rowsRead).toBeLessThanOrEqual(60);
    const html = await response.text();
    seen.push(...new Set(html.match(/${name} \\d+ of the tests/g)));
    path = nextIn(html);
  }
  expect(seen).toEqual(expect.arrayContaining(titles));
  expect(new Set(seen).size).toBe(seen.length);
});

test("a search looks through a limited number of rows at a time, and finds a later row on the next page", async () => {
  const { visitor } = await someone(worker, { role: "admin" });
  const { id } = await someone(worker);
  await add${Name}(worker, id, { ${title.name}: "zz wanted" });
  for (let n = 0; n < 305; n++) await add${Name}(worker, id, { ${title.name}: \`aa \${n}\` });
  const first = await visitor.get("/manager/${plural}?searchTerm=wanted");
  expect(databaseCost(first).rowsRead).toBeLessThanOrEqual(700);
  const html = await first.text();
  expect(html).not.toContain("zz wanted");
  await expect(await visitor.get(nextIn(html) as string)).toShow("zz wanted");
});
`;
}
