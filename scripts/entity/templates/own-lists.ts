import type { EntityDefinition } from "../definition.ts";
import { subtitleOf } from "./queries.ts";

// The pages that show what belongs to the people who make it: the list, and a row.

export function ownList(entity: EntityDefinition): string {
  const { name, plural, Plural, title } = entity;
  const subtitle = subtitleOf(entity);
  return `import { href, Link, useFetcher, useLocation } from "react-router";
import { dbContext } from "#app/context.ts";
import { rowsOfWhom } from "#app/core/db/owned.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { EmptyList } from "#app/core/lists/empty-list.tsx";
import { LoadMore } from "#app/core/lists/load-more.tsx";
import { SearchForm } from "#app/core/lists/search-form.tsx";
import { useLoadMore } from "#app/core/lists/use-load-more.ts";
import { FROM_LIST } from "#app/core/ui/back-link.tsx";
import { ButtonLink } from "#app/core/ui/button.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { StretchedLink } from "#app/core/ui/stretched-link.tsx";
import { requirePermissionInParallel } from "#app/identity/middleware/guards.ts";
import { readOwn } from "#app/identity/session/session.server.ts";
import { list${Plural} } from "#app/slices/${name}/${name}.server.ts";
import { ${plural} } from "#app/slices/${name}/${plural}.table.ts";
import type { Route } from "./+types/${plural}.ts";

export const middleware = [requirePermissionInParallel("${name}:own")];

export async function loader({ url, context }: Route.LoaderArgs) {
  const term = url.searchParams.get("searchTerm")?.trim() ?? "";
  const [sort, after] = [url.searchParams.get("sort"), url.searchParams.get("after")];
  const db = context.get(dbContext);
  return readOwn(context, (owner) => list${Plural}(db, rowsOfWhom(${plural}, owner), { term, sort, after }));
}

export default function ${Plural}({ loaderData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { key } = useLocation();
  const { page, sort, term } = loaderData;
  const here = href("/app/${plural}");
  const isEmpty = page.items.length === 0 && page.next === null;
  const orders = [
    { order: "-updated", label: t("${name}:order.updated") },
    { order: "${title.name}", label: t("${name}:order.${title.name}") },
  ];
  return (
    <>
      <PageTitle title={t("${name}:list.title")} />
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="font-serif text-4xl font-semibold">{t("${name}:list.title")}</h1>
        <ButtonLink to={href("/app/${plural}/new")}>{t("${name}:new")}</ButtonLink>
      </div>
      <div className="mb-4">
        <SearchForm term={term} action={here} />
      </div>
      {isEmpty ? (
        <EmptyList term={term} empty={t("${name}:list.empty")} clearTo={here} />
      ) : (
        <>
          <nav aria-label={t("${name}:order.label")} className="mb-4 text-sm">
            <ul className="flex flex-wrap gap-x-6">
              {orders.map(({ order, label }) => (
                <li key={order}>
                  <Link
                    to={\`\${here}?\${new URLSearchParams({ ...(term && { searchTerm: term }), sort: order })}\`}
                    aria-current={order === sort ? "page" : undefined}
                    className="inline-flex min-h-11 items-center border-b-2 border-transparent text-quiet hover:text-ink aria-[current]:border-accent aria-[current]:text-ink"
                  >
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
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
        {items.map(({ id, ${title.name}${subtitle ? `, ${subtitle.name}` : ""} }) => (
          <li key={id} className="relative px-4 py-3 hover:bg-accent-soft">
            <StretchedLink
              to={href("/app/${plural}/:id", { id })}
              state={FROM_LIST}
              dir="auto"
              className="match-parent block font-serif font-semibold break-words"
            >
              {${title.name}}
            </StretchedLink>
            ${subtitle ? `{${subtitle.name} && <p className="text-sm break-words text-quiet"><bdi>{${subtitle.name}}</bdi></p>}` : ""}
          </li>
        ))}
      </ul>
      <LoadMore {...more} />
    </>
  );
}
`;
}

export function ownDetail({ name, Name, plural, title }: EntityDefinition): string {
  return `import { data, Form, href } from "react-router";
import { dbContext, viewerContext } from "#app/context.ts";
import { rowsOfWhom } from "#app/core/db/owned.ts";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { BackLink } from "#app/core/ui/back-link.tsx";
import { ButtonLink, SubmitButton } from "#app/core/ui/button.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { currentActor } from "#app/identity/audit/audit.server.ts";
import { requirePermissionInParallel } from "#app/identity/middleware/guards.ts";
import { readOwn } from "#app/identity/session/session.server.ts";
import { delete${Name}, find${Name}, ${plural}Of } from "#app/slices/${name}/${name}.server.ts";
import { ${Name}Details } from "#app/slices/${name}/${name}-details.tsx";
import { ${plural} } from "#app/slices/${name}/${plural}.table.ts";
import type { Route } from "./+types/${name}.ts";

export const middleware = [requirePermissionInParallel("${name}:own")];

export async function loader({ context, params }: Route.LoaderArgs) {
  const db = context.get(dbContext);
  const ${name} = await readOwn(context, (owner) => find${Name}(db, rowsOfWhom(${plural}, owner), params.id));
  if (!${name}) throw data(null, { status: 404 });
  return { ${name} };
}

/** Deletes it. The message has a button that brings it back. */
export async function action({ context, params }: Route.ActionArgs) {
  const actor = await currentActor(context);
  const own = ${plural}Of((await context.get(viewerContext)).id);
  const deleted = await tryWrite(context, "common:saveFailed", () =>
    delete${Name}(context.get(dbContext), own, params.id, actor),
  );
  if (!deleted.ok) return redirectWithMessage(context, href("/app/${plural}/:id", params), deleted);
  return redirectWithMessage(context, href("/app/${plural}"), "${name}:success.deleted", {
    undo: href("/app/deleted/:entity/:id", { entity: "${name}", id: params.id }),
  });
}

export default function ${Name}({ loaderData: { ${name} } }: Route.ComponentProps) {
  const { t } = useI18n();
  return (
    <>
      <PageTitle title={${name}.${title.name}} />
      <div className="mb-6">
        <BackLink to={href("/app/${plural}")}>{t("${name}:list.title")}</BackLink>
      </div>
      <${Name}Details ${name}={${name}}>
        <div className="flex flex-wrap gap-3 print:hidden">
          <ButtonLink variant="secondary" to={href("/app/${plural}/:id/update", { id: ${name}.id })}>
            {t("edit")}
          </ButtonLink>
          <Form method="post">
            <SubmitButton variant="secondary">{t("delete")}</SubmitButton>
          </Form>
        </div>
      </${Name}Details>
    </>
  );
}
`;
}
