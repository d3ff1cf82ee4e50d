import type { EntityDefinition } from "../definition.ts";
import {
  documentPaths,
  foundImport,
  foundWithFiles,
  listImports,
  pageWithPictures,
  titleCell,
} from "./file-display.ts";
import { subtitleOf } from "./queries.ts";
import { sentFileLinks } from "./sent-file-paths.ts";

// The manager's pages without forms: the list and a row.

/** The manager's list of an entity. */
export function managerList(entity: EntityDefinition): string {
  const { name, plural, Plural, title, pictures } = entity;
  const subtitle = subtitleOf(entity);
  return `import { href, useLocation } from "react-router";
import { dbContext, viewerContext } from "#app/context.ts";
import { listAndCount${Plural} } from "#app/slices/${name}/${name}.server.ts";
${listImports(entity)}import { timeFromNow } from "#app/core/i18n/time-formatter.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { FROM_LIST } from "#app/core/ui/back-link.tsx";
import { listSearch } from "#app/core/lists/selection/selected-rows.ts";
import { EmptyList } from "#app/core/lists/empty-list.tsx";
import { ListHeading } from "#app/core/lists/list-heading.tsx";
import { fromList } from "#app/core/lists/list-place.ts";
import { readListView } from "#app/core/lists/view/list-view.server.ts";
import { ResultTable } from "#app/core/lists/result-table.tsx";
import { SearchForm } from "#app/core/lists/search/search-form.tsx";
${subtitle ? 'import { CellText } from "#app/core/lists/table.tsx";\n' : ""}import { usePageFetcher } from "#app/core/lists/use-page-fetcher.ts";
import { requirePermissionInParallel } from "#app/identity/middleware/guards.ts";
import { can } from "#app/permissions.ts";
import { Moment } from "#app/core/ui/moment.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { StretchedLink } from "#app/core/ui/stretched-link.tsx";
import type { Route } from "./+types/${plural}.ts";

export const middleware = [requirePermissionInParallel("${name}:list")];

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const term = url.searchParams.get("searchTerm")?.trim() ?? "";
  const sort = url.searchParams.get("sort");
  const after = url.searchParams.get("after");
  const view = readListView(request, url);
  const search = { term, sort, after, size: view?.size };
  const { page, ...list } = await listAndCount${Plural}(context.get(dbContext), search);
  const { role } = await context.get(viewerContext);
  const fromNow = timeFromNow(context);
  const items = page.items.map(({ updatedAt, ...${name} }) => ({ ...${name}, updated: fromNow(updatedAt) }));
  return {
    ...list,
    page: ${pageWithPictures(entity, "{ ...page, items }")},
    isFirst: after === null,
    term,
    view,
    mayCreate: can(role, "${name}:create"),
  };
}

export default function ${Plural}({
  loaderData: { page, isFirst, total, sort, term, view, mayCreate },
}: Route.ComponentProps) {
  const { t } = useI18n();
  const { key, search } = useLocation();
  const fetcher = usePageFetcher<typeof loader>();
  const here = href("/manager/${plural}");
  const add = mayCreate ? { to: href("/manager/${plural}/new"), label: t("${name}:manager.new") } : null;
  return (
    <>
      <PageTitle title={t("${name}:list.title")} />
      <ListHeading title={t("${name}:list.title")} add={add} />
      <SearchForm term={term} action={here} />
      {page.items.length === 0 ? (
        <EmptyList term={term} empty={t("${name}:list.empty")} add={add} clearTo={here} />
      ) : (
        <ResultTable
          key={key}
          first={page}
          fetcher={fetcher}
          isFirst={isFirst}
          term={term}
          total={total}
          search={listSearch(search)}
          label={t("${name}:list.title")}
          sort={sort}
          view={view}
          editTo={({ id }, search) => fromList(href("/manager/${plural}/:id/update", { id }), search)}
          columns={[
            {
              label: t("${name}:fields.${title.name}"),
              sort: "${title.name}",
              narrow: "line",
              cell: ({ id, ${title.name}${pictures.length > 0 ? ", thumbnail" : ""} }, search) => (
                ${titleCell(
                  entity,
                  `<StretchedLink
                  to={fromList(href("/manager/${plural}/:id", { id }), search)}
                  state={FROM_LIST}
                  dir="auto"
                  className="match-parent"
                >
                  {${title.name}}
                </StretchedLink>`,
                )}
              ),
            },
            ${
              subtitle
                ? `{
              label: t("${name}:fields.${subtitle.name}"),
              id: "${subtitle.name}",
              width: "30%",
              narrow: "line",
              cell: ({ ${subtitle.name} }) => ${subtitle.required ? "" : `${subtitle.name} && `}<CellText>{${subtitle.name}}</CellText>,
            },`
                : ""
            }
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

/** The manager's page of a row. */
export function managerDetail(entity: EntityDefinition): string {
  const { name, Name, plural, title } = entity;
  return `import { data, href, useLocation } from "react-router";
import { dbContext, viewerContext } from "#app/context.ts";
import { currentActor } from "#app/identity/audit/audit.server.ts";
import { authorize } from "#app/identity/auth/authorize.server.ts";
import { delete${Name}, find${Name} } from "#app/slices/${name}/${name}.server.ts";
${foundImport(entity)}import { ${Name}Details } from "#app/slices/${name}/${name}-details.tsx";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { BackLink } from "#app/core/ui/back-link.tsx";
import { backToList, keepList } from "#app/core/lists/list-place.ts";
import { requirePermissionInParallel } from "#app/identity/middleware/guards.ts";
import { can } from "#app/permissions.ts";
import { DeleteDialog } from "#app/core/ui/dialog/delete-dialog.tsx";
import { ItemActions } from "#app/core/ui/menu/item-actions.tsx";
import { MenuLink } from "#app/core/ui/menu/more-menu.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import type { Route } from "./+types/${name}.ts";

export const middleware = [requirePermissionInParallel("${name}:read")];

export async function loader({ url, context, params }: Route.LoaderArgs) {
  const ${name} = await ${foundWithFiles(entity, `find${Name}(context.get(dbContext), params.id)`)};
  if (!${name}) throw data(null, { status: 404 });
  const { role } = await context.get(viewerContext);
  const mayDelete = can(role, "${name}:delete");
  return {
    ${name},
    mayUpdate: can(role, "${name}:update"),
    mayDelete,
    confirming: mayDelete && url.searchParams.get("confirm") === "delete",
  };
}

export async function action({ url, context, params }: Route.ActionArgs) {
  authorize(context, await context.get(viewerContext), "${name}:delete");
  const actor = await currentActor(context);
  const deleted = await tryWrite(context, "common:deleteFailed", () =>
    delete${Name}(context.get(dbContext), params.id, actor),
  );
  if (!deleted.ok) {
    return redirectWithMessage(context, keepList(href("/manager/${plural}/:id", params), url.search), deleted);
  }
  return redirectWithMessage(context, backToList(href("/manager/${plural}"), url.search), "${name}:success.deleted", {
    about: { name: deleted.name ?? "" },
    undo: keepList(href("/manager/deleted/:entity/:id", { entity: "${name}", id: params.id }), url.search),
  });
}

export default function ${Name}({
  loaderData: { ${name}, mayUpdate, mayDelete, confirming },
}: Route.ComponentProps) {
  const { t } = useI18n();
  const { search } = useLocation();
  const here = href("/manager/${plural}/:id", { id: ${name}.id });
  return (
    <>
      <PageTitle title={${name}.${title.name}} />
      <div className="mb-6">
        <BackLink to={backToList(href("/manager/${plural}"), search)}>{t("${name}:all")}</BackLink>
      </div>
      <${Name}Details ${name}={${name}}${documentPaths(entity, (page) => `href("/manager/${plural}${page}", { id: ${name}.id })`)}>
        <ItemActions
          editTo={mayUpdate && keepList(href("/manager/${plural}/:id/update", { id: ${name}.id }), search)}
        >
          ${sentFileLinks(entity, (page, label) => `{mayUpdate && <MenuLink icon="upload" to={href("/manager/${plural}${page}", { id: ${name}.id })}>${label}</MenuLink>}`)}
          {mayDelete && (
            <MenuLink icon="trash-2" to={keepList(here, search, { confirm: "delete" })} isDangerous isQuestion>
              {t("delete")}
            </MenuLink>
          )}
        </ItemActions>
      </${Name}Details>
      {confirming && <DeleteDialog name={${name}.${title.name}} here={keepList(here, search)} />}
    </>
  );
}
`;
}
