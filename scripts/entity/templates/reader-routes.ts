import type { EntityDefinition } from "../definition.ts";
import { documentPaths, foundImport, foundWithFiles, listImports, pageWithPictures } from "./file-display.ts";
import { listItem } from "./list-item.ts";
import { subtitleOf } from "./queries.ts";

// The readers' pages: the list and a row.

/**
 * The code that reads the data of a page.
 * @param query makes the code of the query, given the code of the database
 * @param copy the name of the cached copy, the code of its key, and the tables that it shows
 */
const readOf = (
  { isCached }: EntityDefinition,
  query: (db: string) => string,
  { name, key, tables }: { name: string; key: string; tables: string[] },
) =>
  isCached
    ? `readCached(context, { name: "${name}", key: { ${key} }, tables: [${tables.join(", ")}] }, (db) => ${query("db")})`
    : query("context.get(dbContext)");

/** The imports for the code of {@link readOf}. */
const readImports = ({ isCached }: EntityDefinition, tables: Map<string, string>) =>
  isCached
    ? `import { readCached } from "#app/core/read-cache/read-cached.server.ts";
${[...tables].map(([table, entity]) => `import { ${table} } from "#app/slices/${entity}/${table}.table.ts";\n`).join("")}`
    : 'import { dbContext } from "#app/context.ts";\n';

/** The readers' list of an entity that administrators manage. */
export function readerList(entity: EntityDefinition): string {
  const { name, Name, plural, Plural, title } = entity;
  const subtitle = subtitleOf(entity);
  const read = readOf(entity, (db) => `list${Plural}(${db}, { sort: null, after })`, {
    name: plural,
    key: 'after: after ?? ""',
    tables: [plural],
  });
  return `import { href, Link, useFetcher, useLocation } from "react-router";
${readImports(entity, new Map([[plural, name]]))}import { list${Plural} } from "#app/slices/${name}/${name}.server.ts";
${listImports(entity)}import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { FROM_LIST } from "#app/core/ui/back-link.tsx";
import { LoadMore } from "#app/core/lists/load-more.tsx";
import { useLoadMore } from "#app/core/lists/use-load-more.ts";
import { requirePermissionInParallel } from "#app/identity/middleware/guards.ts";
import { EmptyState } from "#app/core/ui/empty-state.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { StretchedLink } from "#app/core/ui/stretched-link.tsx";
import type { Route } from "./+types/${plural}.ts";

export const middleware = [requirePermissionInParallel("${name}:list")];

export async function loader({ url, context }: Route.LoaderArgs) {
  const after = url.searchParams.get("after");
  const { page } = await ${read};
  return { page${entity.pictures.length > 0 ? `: ${pageWithPictures(entity, "page")}` : ""}, isFirst: after === null };
}

export default function ${Plural}({ loaderData: { page, isFirst } }: Route.ComponentProps) {
  const { t } = useI18n();
  const { key } = useLocation();
  return (
    <>
      <PageTitle title={t("${name}:list.title")} />
      <div className="mb-8 flex flex-wrap items-baseline justify-between gap-x-6">
        <h1 className="font-serif text-4xl font-semibold">{t("${name}:list.title")}</h1>
        {!isFirst && (
          <Link
            to={href("/app/${plural}")}
            className="min-h-11 py-2 text-accent underline underline-offset-4"
          >
            {t("list.start")}
          </Link>
        )}
      </div>
      {page.items.length === 0 ? (
        <EmptyState title={t("${name}:list.empty")} description={t("${name}:list.emptyDescription")} />
      ) : (
        <${Name}List key={key} first={page} />
      )}
    </>
  );
}

function ${Name}List({ first }: { first: Route.ComponentProps["loaderData"]["page"] }) {
  const { t } = useI18n();
  const { key } = useLocation();
  const fetcher = useFetcher<typeof loader>({ key });
  const { list, items, more } = useLoadMore(first, fetcher, ({ page }) => page);
  return (
    <>
      <ul
        ref={list}
        aria-label={t("${name}:list.title")}
        className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-sheet"
      >
        {items.map(({ id, ${title.name}${subtitle ? `, ${subtitle.name}` : ""}${entity.pictures.length > 0 ? ", thumbnail" : ""} }) => (
          ${listItem(entity, `href("/app/${plural}/:id", { id })`)}
        ))}
      </ul>
      <LoadMore {...more} />
    </>
  );
}
`;
}

/** The readers' page of a row. */
export function readerDetail(entity: EntityDefinition): string {
  const { name, Name, plural, title, fields } = entity;
  const targets = fields.flatMap(({ target }) => (target ? [[target.table, target.entity] as const] : []));
  const tables = new Map([[plural, name], ...targets]);
  const read = readOf(entity, (db) => `find${Name}(${db}, params.id)`, {
    name,
    key: "id: params.id",
    tables: [...tables.keys()],
  });
  return `import { data, href } from "react-router";
${readImports(entity, tables)}import { find${Name} } from "#app/slices/${name}/${name}.server.ts";
${foundImport(entity)}import { ${Name}Details } from "#app/slices/${name}/${name}-details.tsx";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { BackLink } from "#app/core/ui/back-link.tsx";
import { requirePermissionInParallel } from "#app/identity/middleware/guards.ts";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import type { Route } from "./+types/${name}.ts";

export const middleware = [requirePermissionInParallel("${name}:read")];

export async function loader({ context, params }: Route.LoaderArgs) {
  const ${name} = await ${foundWithFiles(entity, read)};
  if (!${name}) throw data(null, { status: 404 });
  return { ${name} };
}

export default function ${Name}({ loaderData: { ${name} } }: Route.ComponentProps) {
  const { t } = useI18n();
  return (
    <>
      <PageTitle title={${name}.${title.name}} />
      <div className="mb-6">
        <BackLink to={href("/app/${plural}")}>{t("${name}:all")}</BackLink>
      </div>
      <${Name}Details ${name}={${name}}${documentPaths(entity, (page) => `href("/app/${plural}${page}", { id: ${name}.id })`)} />
    </>
  );
}
`;
}
