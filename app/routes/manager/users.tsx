import { href, Link, useFetcher, useLocation } from "react-router";
import { dbContext, platformContext, viewerContext } from "#app/context.ts";
import { roleName } from "#app/features/user/role-name.ts";
import { listUsers, searchUsers } from "#app/features/user/user.server.ts";
import { timeFromNow } from "#app/i18n/time-in-words.server.ts";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { FROM_LIST } from "#app/lists/back-link.tsx";
import { emailKeys, parseCursor, rowKeys } from "#app/lists/cursor.ts";
import { ListHeading } from "#app/lists/list-heading.tsx";
import { NoResults } from "#app/lists/no-results.tsx";
import { ResultList } from "#app/lists/result-list.tsx";
import { SearchForm } from "#app/lists/search-form.tsx";
import { requirePermissionInParallel } from "#app/middleware/guards.ts";
import { can } from "#app/permissions.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Moment } from "#app/ui/moment.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { Route } from "./+types/users.ts";

export const middleware = [requirePermissionInParallel("user:list")];

export async function loader({ url, context }: Route.LoaderArgs) {
  const db = context.get(dbContext);
  const { now } = context.get(platformContext);
  const term = url.searchParams.get("searchTerm")?.trim() ?? "";
  const after = url.searchParams.get("after");
  const { page, total } = term
    ? await searchUsers(db, term, parseCursor(after, rowKeys), now)
    : await listUsers(db, parseCursor(after, emailKeys), now);
  const { role } = await context.get(viewerContext);
  const fromNow = timeFromNow(context);
  const items = page.items.map(({ onboardedAt, ...user }) => ({
    ...user,
    onboarded: onboardedAt === null ? null : fromNow(onboardedAt),
  }));
  return {
    page: { ...page, items },
    isFirst: after === null,
    total,
    term,
    mayCreate: can(role, "user:create"),
  };
}

export default function Users({
  loaderData: { page, isFirst, total, term, mayCreate },
}: Route.ComponentProps) {
  const { t } = useI18n();
  const { key } = useLocation();
  const fetcher = useFetcher<typeof loader>({ key });
  const here = href("/manager/users");
  return (
    <>
      <PageTitle title={t("user:list.title")} />
      <ListHeading
        title={t("user:list.title")}
        add={mayCreate ? { to: href("/manager/users/new"), label: t("user:manager.new") } : null}
      />
      <SearchForm term={term} action={here} />
      {page.items.length === 0 ? (
        <NoResults term={term} empty={t("user:list.empty")} clearTo={here} />
      ) : (
        <ResultList key={key} first={page} fetcher={fetcher} isFirst={isFirst} term={term} total={total}>
          {({ id, name, email, role, onboarded, banned }) => (
            <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <div className="min-w-0 flex-1 basis-56">
                <Link
                  to={href("/manager/users/:id", { id })}
                  state={FROM_LIST}
                  className="block font-medium break-words stretched-link"
                >
                  <bdi>{name ?? t("user:noName")}</bdi>
                </Link>
                <p className="text-sm break-words text-quiet">
                  <bdi>{email}</bdi>
                </p>
              </div>
              <span className="text-sm text-quiet">
                {onboarded ? (
                  <Moment time={onboarded}>{(time) => t("user:onboardedAt", { time })}</Moment>
                ) : (
                  t("user:notOnboarded")
                )}
              </span>
              {banned && <Badge tone="danger">{t("user:banned")}</Badge>}
              <Badge tone={can(role, "apps:manager") ? "accent" : "quiet"}>{roleName(t, role)}</Badge>
            </div>
          )}
        </ResultList>
      )}
    </>
  );
}
