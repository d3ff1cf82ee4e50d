import type { EntityDefinition } from "../definition.ts";
import { documentPaths, foundImport, foundWithFiles, listImports, pageWithPictures } from "./file-display.ts";
import { listItem } from "./list-item.ts";
import { linkTo } from "./owner.ts";
import { sentFileLinks } from "./sent-file-paths.ts";

// The pages without forms for rows that belong to users and that everybody reads: the list, and a row. Only its owner
// gets the buttons that change it.

/** The list that everybody reads. */
export function publicList(entity: EntityDefinition): string {
  const { name, Name, plural, Plural } = entity;
  return `import { href, useFetcher, useLocation } from "react-router";
import { dbContext, platformContext, viewerContext } from "#app/context.ts";
import { rowsOfAllOwners, rowsOfOwner } from "#app/core/db/owned.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { Choices } from "#app/core/lists/choices.tsx";
import { EmptyList } from "#app/core/lists/empty-list.tsx";
import { ListOrders, ListSearchForm } from "#app/core/lists/list-controls.tsx";
import { listSearchOf } from "#app/core/lists/listing.ts";
import { LoadMore } from "#app/core/lists/load-more.tsx";
import { useLoadMore } from "#app/core/lists/use-load-more.ts";
import { FROM_LIST } from "#app/core/ui/back-link.tsx";
import { ButtonLink } from "#app/core/ui/button.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { StretchedLink } from "#app/core/ui/stretched-link.tsx";
import { requirePermissionInParallel } from "#app/identity/middleware/guards.ts";
import { readOwn } from "#app/identity/session/session.server.ts";
import { can } from "#app/permissions.ts";
import { listPublic${Plural} } from "#app/slices/${name}/${name}.server.ts";
import { ${Name}Owner } from "#app/slices/${name}/${name}-owner.tsx";
import { ${name}List } from "#app/slices/${name}/${name}-choices.ts";
import { ${plural} } from "#app/slices/${name}/${plural}.table.ts";
${listImports(entity)}import type { Route } from "./+types/${plural}.ts";

export const middleware = [requirePermissionInParallel("${name}:read")];

export async function loader({ url, context }: Route.LoaderArgs) {
  const isMine = url.searchParams.get("whose") === "mine";
  const [db, { now }] = [context.get(dbContext), context.get(platformContext)];
  const [list, { role }] = await Promise.all([
    readOwn(context, (reader) => {
      const rows = isMine ? rowsOfOwner(${plural}, reader) : rowsOfAllOwners(${plural});
      return listPublic${Plural}(db, rows, listSearchOf(url, ${name}List), { reader, now });
    }),
    context.get(viewerContext),
  ]);
  return { ...list, ${entity.pictures.length > 0 ? `page: ${pageWithPictures(entity, "list.page")}, ` : ""}isMine, mayAdd: can(role, "${name}:own") };
}

export default function ${Plural}({ loaderData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { key } = useLocation();
  const { page, sort, term, filters, isMine, mayAdd } = loaderData;
  const here = href("/app/${plural}");
  /** The name and the choices of each filter that the list declares. */
  const filterChoices = {};
  const isEmpty = page.items.length === 0 && page.next === null;
  const whose = (which: Record<string, string>) =>
    \`\${here}?\${new URLSearchParams({ ...(term && { searchTerm: term }), sort, ...filters, ...which })}\`;
  const owners = [
    { to: whose({}), label: t("${name}:whose.all"), isCurrent: !isMine },
    { to: whose({ whose: "mine" }), label: t("${name}:whose.mine"), isCurrent: isMine },
  ];
  return (
    <>
      <PageTitle title={t("${name}:list.title")} />
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="font-serif text-4xl font-semibold">{t("${name}:list.title")}</h1>
        {mayAdd && <ButtonLink to={href("/app/${plural}/new")}>{t("${name}:new")}</ButtonLink>}
      </div>
      <div className="mb-4">
        <ListSearchForm listing={${name}List} asked={loaderData} action={here} filters={filterChoices}>
          {isMine && <input type="hidden" name="whose" value="mine" />}
        </ListSearchForm>
      </div>
      <Choices label={t("${name}:whose.label")} choices={owners} />
      {isEmpty ? (
        <EmptyList
          term={term}
          isFiltered={Object.keys(filters).length > 0}
          empty={t("${name}:list.empty")}
          add={mayAdd ? { to: href("/app/${plural}/new"), label: t("${name}:new") } : null}
          clearTo={isMine ? \`\${here}?whose=mine\` : here}
        />
      ) : (
        <>
          <ListOrders listing={${name}List} sort={sort} label={t("${name}:order.label")} words={(order) => t(\`${name}:order.\${order}\`)} />
          <${Plural}List key={key} first={loaderData} />
        </>
      )}
    </>
  );
}

function ${Plural}List({ first }: { first: Route.ComponentProps["loaderData"] }) {
  const { t } = useI18n();
  const { key } = useLocation();
  const fetcher = useFetcher<typeof loader>({ key });
  const { list, items, more } = useLoadMore(first.page, fetcher, ({ page }) => page);
  return (
    <>
      <ul
        ref={list}
        aria-label={t("${name}:list.title")}
        className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-sheet"
      >
        {items.map((${name}) => (
          ${listItem(entity, `href("/app/${plural}/:id", { id: ${name}.id })`, { of: `${name}.`, more: `<p className="text-sm break-words text-quiet"><${Name}Owner name={${name}.ownerName} isOwn={${name}.isOwn} /></p>` })}
        ))}
      </ul>
      <LoadMore {...more} />
    </>
  );
}
`;
}

/** The page of a row that everybody reads. */
export function publicDetail(entity: EntityDefinition): string {
  const { name, Name, plural, title } = entity;
  return `import { data, Form, href } from "react-router";
import { dbContext, platformContext, viewerContext } from "#app/context.ts";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { BackLink } from "#app/core/ui/back-link.tsx";
import { ButtonLink, SubmitButton } from "#app/core/ui/button.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { currentActor } from "#app/identity/audit/audit.server.ts";
import { authorize } from "#app/identity/auth/authorize.server.ts";
import { requirePermissionInParallel } from "#app/identity/middleware/guards.ts";
import { readOwn } from "#app/identity/session/session.server.ts";
import { can } from "#app/permissions.ts";
import { delete${Name}, findPublic${Name}, ${plural}Of } from "#app/slices/${name}/${name}.server.ts";
${foundImport(entity)}import { ${Name}Details } from "#app/slices/${name}/${name}-details.tsx";
import { ${Name}Owner } from "#app/slices/${name}/${name}-owner.tsx";
import type { Route } from "./+types/${name}.ts";

export const middleware = [requirePermissionInParallel("${name}:read")];

export async function loader({ context, params }: Route.LoaderArgs) {
  const [db, { now }] = [context.get(dbContext), context.get(platformContext)];
  const [${name}, { role }] = await Promise.all([
    readOwn(context, (reader) => ${foundWithFiles(entity, `findPublic${Name}(db, params.id, { reader, now })`)}),
    context.get(viewerContext),
  ]);
  if (!${name}) throw data(null, { status: 404 });
  return { ${name}, mayChange: ${name}.isOwn && can(role, "${name}:own") };
}

/** Deletes it, for its owner only. The message has a button that restores it. */
export async function action({ context, params }: Route.ActionArgs) {
  const { id: ownerId } = authorize(context, await context.get(viewerContext), "${name}:own");
  const actor = await currentActor(context);
  const deleted = await tryWrite(context, "common:saveFailed", () =>
    delete${Name}(context.get(dbContext), ${plural}Of(ownerId), params.id, actor),
  );
  if (!deleted.ok) return redirectWithMessage(context, href("/app/${plural}/:id", params), deleted);
  return redirectWithMessage(context, href("/app/${plural}"), "${name}:success.deleted", {
    about: { name: deleted.name ?? "" },
    undo: href("/app/deleted/:entity/:id", { entity: "${name}", id: params.id }),
  });
}

export default function ${Name}({ loaderData: { ${name}, mayChange } }: Route.ComponentProps) {
  const { t } = useI18n();
  return (
    <>
      <PageTitle title={${name}.${title.name}} />
      <div className="mb-6">
        <BackLink to={href("/app/${plural}")}>{t("${name}:list.title")}</BackLink>
      </div>
      <${Name}Details ${name}={${name}}${documentPaths(entity, (page) => linkTo(entity, page, `${name}.id`))}>
        <p className="mb-4 text-quiet">
          <${Name}Owner name={${name}.ownerName} isOwn={${name}.isOwn} />
        </p>
        {mayChange && (
          <div className="flex flex-wrap gap-3 print:hidden">
            <ButtonLink variant="secondary" to={href("/app/${plural}/:id/update", { id: ${name}.id })}>
              {t("edit")}
            </ButtonLink>
            ${sentFileLinks(entity, (page, label) => `<ButtonLink variant="secondary" to={${linkTo(entity, page, `${name}.id`)}}>${label}</ButtonLink>`)}
            <Form method="post">
              <SubmitButton variant="secondary">{t("delete")}</SubmitButton>
            </Form>
          </div>
        )}
      </${Name}Details>
    </>
  );
}
`;
}

/** The component that names the owner of a row. */
export const ownerModule = ({
  name,
  aName,
  Name,
}: EntityDefinition): string => `import { useI18n } from "#app/core/i18n/use-i18n.ts";

/** Names the owner of ${aName}, in the list and on its page. */
export function ${Name}Owner({ name, isOwn }: { name: string | null; isOwn: boolean }) {
  const { t } = useI18n();
  if (isOwn) return t("${name}:owner.you");
  return <bdi>{name === null ? t("${name}:owner.unnamed") : t("${name}:owner.name", { name })}</bdi>;
}
`;
