import { data, href, Link } from "react-router";
import { dbContext, viewerContext } from "#app/context.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { ButtonLink } from "#app/core/ui/button.tsx";
import { EmptyState } from "#app/core/ui/empty-state.tsx";
import { Icon } from "#app/core/ui/icon.tsx";
import { useMayOpen } from "#app/core/ui/may-open.ts";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { readOwn } from "#app/identity/session/session.server.ts";
import { readLastOrganisation } from "#app/slices/organisation/last-organisation/last-organisation.ts";
import { LastOrganisationLink } from "#app/slices/organisation/last-organisation/last-organisation-link.tsx";
import { RoleName } from "#app/slices/organisation/member/role-name.tsx";
import { listOrganisations } from "#app/slices/organisation/organisation.server.ts";
import { withLogos } from "#app/slices/organisation/with-logo.server.ts";
import type { Route } from "./+types/organisations.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const found = await readOwn(context, (userId) => listOrganisations(context.get(dbContext), userId));
  const organisations = await withLogos(context, found);
  const opened = readLastOrganisation(request.headers.get("Cookie"));
  const { id } = await context.get(viewerContext);
  // If the reader has only one organisation, the list already links to it, so no other link is needed.
  const last =
    opened?.readerId === id && organisations.length > 1
      ? organisations.find(({ slug }) => slug === opened.slug)
      : null;
  return data({ organisations, last: last ? { name: last.name, slug: last.slug } : null });
}

export default function Organisations({ loaderData: { organisations, last } }: Route.ComponentProps) {
  const { t } = useI18n();
  const mayOpen = useMayOpen();
  return (
    <>
      <PageTitle title={t("organisation:title")} />
      <div className="mb-2 flex flex-wrap items-center justify-between gap-4">
        <h1 className="font-serif text-4xl font-semibold">{t("organisation:title")}</h1>
        {mayOpen(href("/app/o/new")) && (
          <ButtonLink to={href("/app/o/new")}>{t("organisation:new")}</ButtonLink>
        )}
      </div>
      <p className="mb-6 max-w-prose text-quiet">{t("organisation:description")}</p>
      {last && (
        <div className="mb-6">
          <LastOrganisationLink last={last} />
        </div>
      )}
      {organisations.length === 0 ? (
        <EmptyState title={t("organisation:empty")} description={t("organisation:emptyDescription")} />
      ) : (
        <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-sheet">
          {organisations.map(({ id, name, slug, logo, role }) => (
            <li key={id}>
              <Link
                to={href("/app/o/:slug", { slug })}
                className="flex min-h-16 items-center gap-4 px-5 py-3 no-underline hover:bg-accent-soft"
              >
                {logo === null ? (
                  <span
                    aria-hidden="true"
                    className="flex size-8 shrink-0 items-center justify-center rounded-lg bg-accent-soft font-semibold text-accent"
                  >
                    {Array.from(name)[0]?.toLocaleUpperCase()}
                  </span>
                ) : (
                  <img
                    src={logo}
                    alt=""
                    width={32}
                    height={32}
                    loading="lazy"
                    className="size-8 shrink-0 rounded-lg"
                  />
                )}
                <div className="min-w-0 flex-1">
                  <p className="font-medium wrap-anywhere">
                    <bdi>{name}</bdi>
                  </p>
                  <p className="text-sm text-quiet">
                    <RoleName role={role} />
                  </p>
                </div>
                <Icon
                  name="chevron-right"
                  className="size-5 shrink-0 text-quiet rtl:-scale-x-100 print:hidden"
                />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
