import { data, href, Link, useLocation } from "react-router";
import { dbContext } from "#app/context.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { parseCursor, timeKeys } from "#app/core/lists/cursor.ts";
import { usePageFetcher } from "#app/core/lists/use-page-fetcher.ts";
import { BackLink } from "#app/core/ui/back-link.tsx";
import { EmptyState } from "#app/core/ui/empty-state.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { readOrganisation, requirePermissionIn } from "#app/slices/organisation/membership.server.ts";
import {
  listOrganisationAudit,
  organisationEntries,
} from "#app/slices/organisation/organisation-audit.server.ts";
import { OrganisationEntries } from "#app/slices/organisation/organisation-entries.tsx";
import type { Route } from "./+types/organisation-audit.ts";

/** The audit log of an organisation, for its owners. */
export async function loader({ context, url, params }: Route.LoaderArgs) {
  const after = parseCursor(url.searchParams.get("after"), timeKeys);
  const { membership, result } = await readOrganisation({ context, url, params }, (organisationId) =>
    listOrganisationAudit(context.get(dbContext), organisationId, after),
  );
  requirePermissionIn(context, membership, "audit:read");
  const { name, slug } = membership;
  const page = { ...result, items: result.items.map(organisationEntries(context)) };
  return data({ name, slug, page, isFirst: after === null });
}

export default function OrganisationAudit({ loaderData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { key } = useLocation();
  const fetcher = usePageFetcher<typeof loader>();
  const { name, slug, page, isFirst } = loaderData;
  return (
    <>
      <PageTitle title={`${t("organisation:audit.title")}: ${name}`} />
      <div className="mb-6">
        <BackLink to={href("/app/o/:slug", { slug })}>{name}</BackLink>
      </div>
      <h1 className="mb-2 font-serif text-4xl font-semibold">{t("organisation:audit.title")}</h1>
      <p className="mb-6 max-w-prose text-quiet">{t("organisation:audit.description")}</p>
      {!isFirst && (
        <Link
          to={href("/app/o/:slug/audit", { slug })}
          className="mb-4 inline-block py-2 text-accent underline underline-offset-4"
        >
          {t("organisation:audit.start")}
        </Link>
      )}
      {page.items.length === 0 ? (
        <EmptyState title={t("organisation:audit.empty")} />
      ) : (
        <OrganisationEntries key={key} first={page} fetcher={fetcher} />
      )}
    </>
  );
}
