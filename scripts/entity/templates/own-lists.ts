import type { EntityDefinition } from "../definition.ts";
import { documentPaths, foundImport, foundWithFiles, listImports, pageWithPictures } from "./file-display.ts";
import { listItem } from "./list-item.ts";
import { shareButton } from "./own-links.ts";
import { guardOf, linkTo, ownerImports, reading, writing } from "./owner.ts";
import { sentFileLinks } from "./sent-file-paths.ts";

// The pages without forms for rows that belong to the users who create them, or to an organisation: the list, and a
// row.

/** The owner's list. */
export function ownList(entity: EntityDefinition): string {
  const { name, Plural, owner } = entity;
  const isOfOrganisation = owner === "organisation";
  const newLink = `<ButtonLink to={${linkTo(entity, "/new")}}>{t("${name}:new")}</ButtonLink>`;
  const list = (rows: string) => `list${Plural}(db, ${rows}, listSearchOf(url, ${name}List))`;
  return `import { href, useFetcher, useLocation } from "react-router";
import { dbContext } from "#app/context.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { EmptyList } from "#app/core/lists/empty-list.tsx";
import { ListOrders, ListSearchForm } from "#app/core/lists/list-controls.tsx";
import { listSearchOf } from "#app/core/lists/listing.ts";
import { LoadMore } from "#app/core/lists/load-more.tsx";
import { useLoadMore } from "#app/core/lists/use-load-more.ts";
import { ${isOfOrganisation ? "BackLink, " : ""}FROM_LIST } from "#app/core/ui/back-link.tsx";
import { ButtonLink } from "#app/core/ui/button.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { StretchedLink } from "#app/core/ui/stretched-link.tsx";
${ownerImports(entity, { reads: "rows", sees: isOfOrganisation, queries: [`list${Plural}`] })}
import { ${name}List } from "#app/slices/${name}/${name}-choices.ts";
${listImports(entity)}import type { Route } from "./+types/${entity.plural}.ts";

${guardOf(entity)}export async function loader({ url, context${isOfOrganisation ? ", params" : ""} }: Route.LoaderArgs) {
  const db = context.get(dbContext);
  ${
    isOfOrganisation
      ? `${reading(entity, "found", list)}
  return { ...found, ${entity.pictures.length > 0 ? `page: ${pageWithPictures(entity, "found.page")}, ` : ""}organisation: membership.name, mayWrite: canIn(membership.role, "${name}:write") };`
      : entity.pictures.length > 0
        ? `${reading(entity, "found", list)}
  return { ...found, page: ${pageWithPictures(entity, "found.page")} };`
        : `return readOwn(context, (owner) => ${list(`rowsOfOwner(${entity.plural}, owner)`)});`
  }
}

export default function ${Plural}({ loaderData${isOfOrganisation ? ", params" : ""} }: Route.ComponentProps) {
  const { t } = useI18n();
  const { key } = useLocation();
  const { page, sort, term, filters${isOfOrganisation ? ", organisation, mayWrite" : ""} } = loaderData;
  const here = ${linkTo(entity)};
  /** The name and the choices of each filter that the list declares. */
  const filterChoices = {};
  const isEmpty = page.items.length === 0 && page.next === null;
  return (
    <>
      <PageTitle title={${isOfOrganisation ? `\`\${t("${name}:list.title")}: \${organisation}\`` : `t("${name}:list.title")`}} />${
        isOfOrganisation
          ? `
      <div className="mb-6"><BackLink to={href("/app/o/:slug", { slug: params.slug })}>{organisation}</BackLink></div>`
          : ""
      }
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="font-serif text-4xl font-semibold">{t("${name}:list.title")}</h1>
        ${isOfOrganisation ? `{mayWrite && ${newLink}}` : newLink}
      </div>
      <div className="mb-4">
        <ListSearchForm listing={${name}List} asked={loaderData} action={here} filters={filterChoices} />
      </div>
      {isEmpty ? (
        <EmptyList
          term={term}
          isFiltered={Object.keys(filters).length > 0}
          empty={t("${name}:list.empty")}
          add={${isOfOrganisation ? "mayWrite ? " : ""}{ to: ${linkTo(entity, "/new")}, label: t("${name}:new") }${isOfOrganisation ? " : null" : ""}}
          clearTo={here}
        />
      ) : (
        <>
          <ListOrders listing={${name}List} sort={sort} label={t("${name}:order.label")} words={(order) => t(\`${name}:order.\${order}\`)} />
          <${Plural}List key={key} ${isOfOrganisation ? "params={params} " : ""}first={loaderData} />
        </>
      )}
    </>
  );
}

function ${Plural}List({ first${isOfOrganisation ? ", params" : ""} }: { first: Route.ComponentProps["loaderData"]${isOfOrganisation ? '; params: Route.ComponentProps["params"]' : ""} }) {
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
          ${listItem(entity, linkTo(entity, "/:id", `${name}.id`), { of: `${name}.` })}
        ))}
      </ul>
      <LoadMore {...more} />
    </>
  );
}
`;
}

/** The owner's page of a row. */
export function ownDetail(entity: EntityDefinition): string {
  const { name, Name, title, owner, isShared } = entity;
  const isOfOrganisation = owner === "organisation";
  const queries = [`delete${Name}`, `find${Name}`];
  return `import { data, Form, href } from "react-router";
import { dbContext${isOfOrganisation ? "" : ", viewerContext"} } from "#app/context.ts";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { BackLink } from "#app/core/ui/back-link.tsx";
import { ButtonLink, SubmitButton } from "#app/core/ui/button.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
${ownerImports(entity, { reads: "rows", sees: isOfOrganisation, writes: true, queries })}
${foundImport(entity)}import { ${Name}Details } from "#app/slices/${name}/${name}-details.tsx";
import type { Route } from "./+types/${name}.ts";

${guardOf(entity)}export async function loader({ context${isOfOrganisation ? ", url" : ""}, params }: Route.LoaderArgs) {
  const db = context.get(dbContext);
  ${reading(entity, name, (rows) => foundWithFiles(entity, `find${Name}(db, ${rows}, params.id)`))}
  if (!${name}) throw data(null, { status: 404 });
  return { ${name}${isOfOrganisation ? `, mayWrite: canIn(membership.role, "${name}:write")` : ""} };
}

/** Deletes it. The message has a button that restores it. */
export async function action({ context, params }: Route.ActionArgs) {
  ${writing(entity)}
  const deleted = await tryWrite(context, "common:saveFailed", () =>
    delete${Name}(context.get(dbContext), own, params.id, actor),
  );
  if (!deleted.ok) return redirectWithMessage(context, ${linkTo(entity, "/:id", "params.id")}, deleted);
  return redirectWithMessage(context, ${linkTo(entity)}, "${name}:success.deleted", {
    about: { name: deleted.name ?? "" },
    undo: href("/app/${isOfOrganisation ? "o/:slug/" : ""}deleted/:entity/:id", { ${isOfOrganisation ? "slug: params.slug, " : ""}entity: "${name}", id: params.id }),
  });
}

export default function ${Name}({ loaderData: { ${name}${isOfOrganisation ? ", mayWrite" : ""} }${isOfOrganisation ? ", params" : ""} }: Route.ComponentProps) {
  const { t } = useI18n();
  return (
    <>
      <PageTitle title={${name}.${title.name}} />
      <div className="mb-6">
        <BackLink to={${linkTo(entity)}}>{t("${name}:list.title")}</BackLink>
      </div>
      <${Name}Details ${name}={${name}}${documentPaths(entity, (page) => linkTo(entity, page, `${name}.id`))}>
        ${isOfOrganisation ? "{mayWrite && (" : ""}<div className="flex flex-wrap gap-3 print:hidden">
          <ButtonLink variant="secondary" to={${linkTo(entity, "/:id/update", `${name}.id`)}}>
            {t("edit")}
          </ButtonLink>
          ${isShared ? shareButton(entity) : ""}${sentFileLinks(entity, (page, label) => `<ButtonLink variant="secondary" to={${linkTo(entity, page, `${name}.id`)}}>${label}</ButtonLink>`)}<Form method="post">
            <SubmitButton variant="secondary">{t("delete")}</SubmitButton>
          </Form>
        </div>${isOfOrganisation ? ")}" : ""}
      </${Name}Details>
    </>
  );
}
`;
}
