import type { EntityDefinition } from "../definition.ts";
import { subtitleOf } from "./queries.ts";

// The pages of the manager that show: the list and a row.

export function managerList(entity: EntityDefinition): string {
  const { name, plural, Plural, title } = entity;
  const subtitle = subtitleOf(entity);
  return `import { href, Link, useFetcher, useLocation } from "react-router";
import { dbContext, viewerContext } from "#app/context.ts";
import { ${name}Keys, listAndCount${Plural}, search${Plural} } from "#app/features/${name}/${name}.server.ts";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { FROM_LIST } from "#app/lists/back-link.tsx";
import { parseCursor, rowKeys } from "#app/lists/cursor.ts";
import { ListHeading } from "#app/lists/list-heading.tsx";
import { NoResults } from "#app/lists/no-results.tsx";
import { ResultList } from "#app/lists/result-list.tsx";
import { SearchForm } from "#app/lists/search-form.tsx";
import { requirePermissionInParallel } from "#app/middleware/guards.ts";
import { can } from "#app/permissions.ts";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { Route } from "./+types/${plural}.ts";

export const middleware = [requirePermissionInParallel("${name}:list")];

export async function loader({ url, context }: Route.LoaderArgs) {
  const db = context.get(dbContext);
  const term = url.searchParams.get("searchTerm")?.trim() ?? "";
  const after = url.searchParams.get("after");
  const list = await (term
    ? search${Plural}(db, term, parseCursor(after, rowKeys))
    : listAndCount${Plural}(db, parseCursor(after, ${name}Keys)));
  const { role } = await context.get(viewerContext);
  return { ...list, isFirst: after === null, term, mayCreate: can(role, "${name}:create") };
}

export default function ${Plural}({
  loaderData: { page, isFirst, total, term, mayCreate },
}: Route.ComponentProps) {
  const { t } = useI18n();
  const { key } = useLocation();
  const fetcher = useFetcher<typeof loader>({ key });
  const here = href("/manager/${plural}");
  return (
    <>
      <PageTitle title={t("${name}:list.title")} />
      <ListHeading
        title={t("${name}:list.title")}
        add={mayCreate ? { to: href("/manager/${plural}/new"), label: t("${name}:manager.new") } : null}
      />
      <SearchForm term={term} action={here} />
      {page.items.length === 0 ? (
        <NoResults term={term} empty={t("${name}:list.empty")} clearTo={here} />
      ) : (
        <ResultList key={key} first={page} fetcher={fetcher} isFirst={isFirst} term={term} total={total}>
          {({ id, ${title.name}${subtitle ? `, ${subtitle.name}` : ""} }) => (
            <>
              <Link
                to={href("/manager/${plural}/:id", { id })}
                state={FROM_LIST}
                dir="auto"
                className="match-parent block font-medium break-words stretched-link"
              >
                {${title.name}}
              </Link>
              ${subtitle ? `{${subtitle.name} && <p className="text-sm break-words text-quiet"><bdi>{${subtitle.name}}</bdi></p>}` : ""}
            </>
          )}
        </ResultList>
      )}
    </>
  );
}
`;
}

export function managerDetail({ name, Name, plural, title }: EntityDefinition): string {
  return `import { Pencil, Trash2 } from "lucide-react";
import { data, href } from "react-router";
import { dbContext, viewerContext } from "#app/context.ts";
import { currentActor } from "#app/features/audit/audit.server.ts";
import { authorize } from "#app/features/auth/authorize.server.ts";
import { delete${Name}, find${Name} } from "#app/features/${name}/${name}.server.ts";
import { ${Name}Details } from "#app/features/${name}/${name}-details.tsx";
import { tryWrite } from "#app/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/http/flash.server.ts";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { BackLink } from "#app/lists/back-link.tsx";
import { requirePermissionInParallel } from "#app/middleware/guards.ts";
import { can } from "#app/permissions.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { DeleteDialog } from "#app/ui/delete-dialog.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { Route } from "./+types/${name}.ts";

export const middleware = [requirePermissionInParallel("${name}:read")];

export async function loader({ url, context, params }: Route.LoaderArgs) {
  const ${name} = await find${Name}(context.get(dbContext), params.id);
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

export async function action({ context, params }: Route.ActionArgs) {
  authorize(context, await context.get(viewerContext), "${name}:delete");
  const actor = await currentActor(context);
  const deleted = await tryWrite(context, "common:deleteFailed", () =>
    delete${Name}(context.get(dbContext), params.id, actor),
  );
  if (!deleted.ok) return redirectWithMessage(context, href("/manager/${plural}/:id", params), deleted);
  return redirectWithMessage(context, href("/manager/${plural}"), "${name}:success.deleted", {
    undo: href("/manager/deleted/:entity/:id", { entity: "${name}", id: params.id }),
  });
}

export default function ${Name}({
  loaderData: { ${name}, mayUpdate, mayDelete, confirming },
}: Route.ComponentProps) {
  const { t } = useI18n();
  const here = href("/manager/${plural}/:id", { id: ${name}.id });
  return (
    <>
      <PageTitle title={${name}.${title.name}} />
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <BackLink to={href("/manager/${plural}")}>{t("${name}:all")}</BackLink>
        <div className="flex gap-3">
          {mayUpdate && (
            <ButtonLink variant="secondary" to={href("/manager/${plural}/:id/update", { id: ${name}.id })}>
              <Pencil aria-hidden="true" className="size-4" />
              {t("edit")}
            </ButtonLink>
          )}
          {mayDelete && (
            <ButtonLink variant="danger" to={\`\${here}?confirm=delete\`} replace preventScrollReset>
              <Trash2 aria-hidden="true" className="size-4" />
              {t("delete")}
            </ButtonLink>
          )}
        </div>
      </div>
      <${Name}Details ${name}={${name}} />
      {confirming && <DeleteDialog name={${name}.${title.name}} here={here} />}
    </>
  );
}
`;
}
