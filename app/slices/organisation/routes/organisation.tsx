import { data, href, Link } from "react-router";
import { dbContext, viewerContext } from "#app/context.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { LoadMore } from "#app/core/lists/load-more.tsx";
import { useLoadMore } from "#app/core/lists/use-load-more.ts";
import { usePageFetcher } from "#app/core/lists/use-page-fetcher.ts";
import { Address } from "#app/core/ui/address.tsx";
import { BackLink } from "#app/core/ui/back-link.tsx";
import { ButtonLink } from "#app/core/ui/button.tsx";
import { Icon } from "#app/core/ui/icon.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { useLastOrganisation } from "#app/slices/organisation/last-organisation/use-last-organisation.ts";
import { listMembers } from "#app/slices/organisation/member/member-list.server.ts";
import { RoleName } from "#app/slices/organisation/member/role-name.tsx";
import { readOrganisation } from "#app/slices/organisation/membership.server.ts";
import { canIn, pagesFor } from "#app/slices/organisation/organisation-roles.ts";
import { OrganisationSections } from "#app/slices/organisation/organisation-sections.tsx";
import { withLogo } from "#app/slices/organisation/with-logo.server.ts";
import type { Route } from "./+types/organisation.ts";

/** An organisation and its members, for its members. */
export async function loader({ context, url, params }: Route.LoaderArgs) {
  const after = url.searchParams.get("after");
  const { membership, result: members } = await readOrganisation({ context, url, params }, (id) =>
    listMembers(context.get(dbContext), id, after),
  );
  const { name, slug, logo, memberId, memberCount, role, userId } = await withLogo(context, membership);
  const { impersonator } = await context.get(viewerContext);
  const items = members.items.map(({ id, name, email, role }) => ({ id, name, email, role }));
  return data({
    name,
    slug,
    logo,
    memberId,
    memberCount,
    members: { ...members, items },
    readerId: impersonator ? null : userId,
    mayUpdate: canIn(role, "organisation:update"),
    mayInvite: canIn(role, "member:invite"),
    pages: pagesFor(role),
    mayReadAudit: canIn(role, "audit:read"),
  });
}

export default function Organisation({ loaderData }: Route.ComponentProps) {
  const { t } = useI18n();
  const fetcher = usePageFetcher<typeof loader>();
  const { name, slug, logo, memberId, memberCount, members, mayUpdate, mayInvite, pages, mayReadAudit } =
    loaderData;
  const { list, items, isReloading, more } = useLoadMore(members, fetcher, ({ members }) => members);
  useLastOrganisation(slug, loaderData.readerId);
  return (
    <>
      <PageTitle title={name} />
      <div className="mb-6">
        <BackLink to={href("/app/o")}>{t("organisation:title")}</BackLink>
      </div>
      <div className="mb-8 flex flex-wrap items-center justify-between gap-4">
        <div className="flex min-w-0 items-center gap-4">
          {logo && <img src={logo} alt="" width={64} height={64} className="shrink-0 rounded-xl" />}
          <h1 className="min-w-0 font-serif text-4xl font-semibold text-balance wrap-anywhere">
            <bdi>{name}</bdi>
          </h1>
        </div>
        <div className="flex flex-wrap gap-3">
          {mayInvite && (
            <ButtonLink to={href("/app/o/:slug/invitations", { slug })}>
              {t("organisation:invitations")}
            </ButtonLink>
          )}
          {mayUpdate && (
            <ButtonLink variant="secondary" to={href("/app/o/:slug/settings", { slug })}>
              {t("organisation:settings")}
            </ButtonLink>
          )}
        </div>
      </div>
      <OrganisationSections slug={slug} pages={pages} mayReadAudit={mayReadAudit} />
      <section aria-labelledby="members">
        <h2 id="members" className="mb-4 font-serif text-2xl font-semibold">
          {t("organisation:members", { count: memberCount })}
        </h2>
        <ul
          ref={list}
          aria-busy={isReloading}
          className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-sheet aria-busy:opacity-60"
        >
          {items.map(({ id, name, email, role }) => (
            <li key={id}>
              <Link
                to={href("/app/o/:slug/members/:id", { slug, id })}
                className="flex min-h-16 items-center gap-4 px-5 py-3 no-underline hover:bg-accent-soft"
              >
                <div className="min-w-0 flex-1">
                  <p className="font-medium wrap-anywhere">
                    <Address>{name ?? email}</Address>
                    {id === memberId && <span className="text-quiet">{` ${t("organisation:you")}`}</span>}
                  </p>
                  {name && (
                    <p className="text-sm wrap-anywhere text-quiet">
                      <Address>{email}</Address>
                    </p>
                  )}
                </div>
                <span className="shrink-0 text-sm text-quiet">
                  <RoleName role={role} />
                </span>
                <Icon
                  name="chevron-right"
                  className="size-5 shrink-0 text-quiet rtl:-scale-x-100 print:hidden"
                />
              </Link>
            </li>
          ))}
        </ul>
        <LoadMore {...more} />
      </section>
    </>
  );
}
