import { href, useFetcher, useLocation } from "react-router";
import { dbContext } from "#app/context.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { Choices } from "#app/core/lists/choices.tsx";
import { EmptyList } from "#app/core/lists/empty-list.tsx";
import { LoadMore } from "#app/core/lists/load-more.tsx";
import { SearchForm } from "#app/core/lists/search/search-form.tsx";
import { useLoadMore } from "#app/core/lists/use-load-more.ts";
import { BackLink } from "#app/core/ui/back-link.tsx";
import { ButtonLink } from "#app/core/ui/button.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { withCovers } from "#app/slices/book/cover/sent-covers.server.ts";
import { listHoldings } from "#app/slices/holding/holding.server.ts";
import { HoldingGrid } from "#app/slices/holding/holding-grid.tsx";
import { readOrganisation } from "#app/slices/organisation/membership.server.ts";
import { canIn } from "#app/slices/organisation/organisation-roles.ts";
import type { Route } from "./+types/holdings.ts";

export async function loader({ url, context, params }: Route.LoaderArgs) {
  const term = url.searchParams.get("searchTerm")?.trim() ?? "";
  const [sort, after] = [url.searchParams.get("sort"), url.searchParams.get("after")];
  const db = context.get(dbContext);
  const { membership, result: found } = await readOrganisation({ context, url, params }, (organisationId) =>
    listHoldings(db, organisationId, { term, sort, after }),
  );
  const page = { ...found.page, items: await withCovers(context, found.page.items) };
  return { ...found, page, organisation: membership.name, mayWrite: canIn(membership.role, "holding:write") };
}

export default function Holdings({ loaderData, params }: Route.ComponentProps) {
  const { t } = useI18n();
  const { key } = useLocation();
  const { page, sort, term, organisation, mayWrite } = loaderData;
  const here = href("/app/o/:slug/holdings", { slug: params.slug });
  const isEmpty = page.items.length === 0 && page.next === null;
  const orders = [
    { order: "-updated", label: t("holding:order.updated") },
    { order: "title", label: t("holding:order.title") },
  ].map(({ order, label }) => ({
    to: `${here}?${new URLSearchParams({ sort: order })}`,
    label,
    isCurrent: order === sort,
  }));
  return (
    <>
      <PageTitle title={`${t("holding:list.title")}: ${organisation}`} />
      <div className="mb-6">
        <BackLink to={href("/app/o/:slug", { slug: params.slug })}>{organisation}</BackLink>
      </div>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="font-serif text-4xl font-semibold">{t("holding:list.title")}</h1>
        {mayWrite && (
          <ButtonLink to={href("/app/o/:slug/holdings/new", { slug: params.slug })}>
            {t("holding:new")}
          </ButtonLink>
        )}
      </div>
      <div className="mb-4">
        <SearchForm term={term} action={here} />
      </div>
      {isEmpty ? (
        <EmptyList term={term} empty={t("holding:list.empty")} clearTo={here} />
      ) : (
        <>
          {sort && <Choices label={t("holding:order.label")} choices={orders} />}
          <HoldingsList key={key} params={params} first={loaderData} />
        </>
      )}
    </>
  );
}

function HoldingsList({
  first,
  params,
}: {
  first: Route.ComponentProps["loaderData"];
  params: Route.ComponentProps["params"];
}) {
  const { key } = useLocation();
  const fetcher = useFetcher<typeof loader>({ key });
  const { list, items, isReloading, more } = useLoadMore(first.page, fetcher, ({ page }) => page);
  return (
    <>
      <HoldingGrid ref={list} slug={params.slug} holdings={items} isBusy={isReloading} />
      <LoadMore {...more} />
    </>
  );
}
