import { href, useLocation } from "react-router";
import { dbContext, platformContext, viewerContext } from "#app/context.ts";
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
import { userColumns } from "#app/identity/manage-users/user-columns.tsx";
import { readUserFilter } from "#app/identity/manage-users/user-filter.server.ts";
import { UserFilters, userFiltersSet } from "#app/identity/manage-users/user-filters.tsx";
import { listUserRows } from "#app/identity/manage-users/user-list.server.ts";
import { requirePermissionInParallel } from "#app/identity/middleware/guards.ts";
import { can } from "#app/permissions.ts";
import type { Route } from "./+types/users.ts";
import { usersMenu } from "./users-menu.ts";

export const middleware = [requirePermissionInParallel("user:list")];

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { now } = context.get(platformContext);
  const term = url.searchParams.get("searchTerm")?.trim() ?? "";
  const sort = url.searchParams.get("sort");
  const after = url.searchParams.get("after");
  const { selected, filter } = readUserFilter(url, context);
  const showsLastSeen = context.get(viewerContext).then(({ role }) => can(role, "session:list"));
  const view = readListView(request, url);
  const search = { term, filter, sort, after, size: view?.size };
  const { page, ...list } = await listUserRows(context.get(dbContext), search, { now, showsLastSeen });
  const { role } = await context.get(viewerContext);
  const fromNow = timeFromNow(context);
  const moment = (time: number | null) => (time === null ? null : fromNow(time));
  const items = page.items.map(({ onboardedAt, banned, lastSeenAt, createdAt, ...user }) => ({
    ...user,
    // Left out for most users, to keep the response small.
    ...(banned && { isBanned: true }),
    ...(onboardedAt === null && { isNotOnboarded: true }),
    lastSeen: moment(lastSeenAt),
    created: fromNow(createdAt),
  }));
  return {
    ...list,
    page: { ...page, items },
    term,
    selected,
    view,
    isFirst: after === null,
    showsLastSeen: await showsLastSeen,
    mayCreate: can(role, "user:create"),
  };
}

export default function Users({ loaderData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { key, search } = useLocation();
  const fetcher = usePageFetcher<typeof loader>();
  const { page, isFirst, total, sort, term, selected, view, mayCreate, showsLastSeen } = loaderData;
  const here = href("/manager/users");
  const menu = usersMenu();
  const filters = userFiltersSet(t, selected).map(({ label }) => label);
  const { from, to, error } = selected.days;
  const isInTime = error === null && (from !== "" || to !== "");
  return (
    <>
      <PageTitle title={t("user:list.title")} />
      <ListHeading
        title={t("user:list.title")}
        add={mayCreate ? { to: href("/manager/users/new"), label: t("user:manager.new") } : null}
      >
        {menu.length > 0 &&
          menu.map((Entry) => <Entry key={Entry.name} isFiltered={term !== "" || filters.length > 0} />)}
      </ListHeading>
      <SearchForm term={term} action={here}>
        <UserFilters selected={selected} />
      </SearchForm>
      {page.items.length === 0 && page.next === null ? (
        <EmptyList term={term} isFiltered={filters.length > 0} empty={t("user:list.empty")} clearTo={here} />
      ) : (
        <ResultTable
          key={key}
          first={page}
          fetcher={fetcher}
          isFirst={isFirst}
          term={term}
          total={total}
          search={listSearch(search)}
          label={t("user:list.title")}
          columns={userColumns(t, !isInTime, showsLastSeen)}
          editTo={({ id }, search) => fromList(href("/manager/users/:id/update", { id }), search)}
          sort={sort}
          view={view}
        />
      )}
    </>
  );
}
