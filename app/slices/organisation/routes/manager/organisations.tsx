import { href, useLocation } from "react-router";
import { dbContext } from "#app/context.ts";
import { timeFromNow } from "#app/core/i18n/time-formatter.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { EmptyList } from "#app/core/lists/empty-list.tsx";
import { ListHeading } from "#app/core/lists/list-heading.tsx";
import { fromList } from "#app/core/lists/list-place.ts";
import { ResultTable } from "#app/core/lists/result-table.tsx";
import { SearchForm } from "#app/core/lists/search/search-form.tsx";
import { listSearch } from "#app/core/lists/selection/selected-rows.ts";
import { usePageFetcher } from "#app/core/lists/use-page-fetcher.ts";
import { readListView } from "#app/core/lists/view/list-view.server.ts";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { requirePermissionInParallel } from "#app/identity/middleware/guards.ts";
import { listOrganisationRows } from "#app/slices/organisation/manager/manage-organisation.server.ts";
import { organisationColumns } from "#app/slices/organisation/manager/organisation-columns.tsx";
import { withLogos } from "#app/slices/organisation/with-logo.server.ts";
import type { Route } from "./+types/organisations.ts";

export const middleware = [requirePermissionInParallel("organisation:list")];

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const term = url.searchParams.get("searchTerm")?.trim() ?? "";
  const sort = url.searchParams.get("sort");
  const after = url.searchParams.get("after");
  const view = readListView(request, url);
  const search = { term, sort, after, size: view?.size };
  const { page, ...list } = await listOrganisationRows(context.get(dbContext), search);
  const fromNow = timeFromNow(context);
  const organisations = await withLogos(context, page.items);
  const items = organisations.map(({ createdAt, ...organisation }) => ({
    ...organisation,
    created: fromNow(createdAt),
  }));
  return { ...list, page: { ...page, items }, term, view, isFirst: after === null };
}

export default function Organisations({ loaderData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { key, search } = useLocation();
  const fetcher = usePageFetcher<typeof loader>();
  const { page, isFirst, total, sort, term, view } = loaderData;
  const here = href("/manager/organisations");
  return (
    <>
      <PageTitle title={t("organisation:title")} />
      <ListHeading title={t("organisation:title")} add={null} />
      <SearchForm term={term} action={here} />
      {page.items.length === 0 && page.next === null ? (
        <EmptyList term={term} empty={t("tenant:list.empty")} clearTo={here} />
      ) : (
        <ResultTable
          key={key}
          first={page}
          fetcher={fetcher}
          isFirst={isFirst}
          term={term}
          total={total}
          search={listSearch(search)}
          label={t("organisation:title")}
          columns={organisationColumns(t)}
          editTo={({ id }, search) => fromList(href("/manager/organisations/:id/update", { id }), search)}
          sort={sort}
          view={view}
        />
      )}
    </>
  );
}
