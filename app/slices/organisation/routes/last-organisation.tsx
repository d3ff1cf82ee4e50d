import { data, href, redirect } from "react-router";
import { dbContext } from "#app/context.ts";
import { noteRefusal } from "#app/core/http/refusal.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { ButtonLink } from "#app/core/ui/button.tsx";
import { EmptyState } from "#app/core/ui/empty-state.tsx";
import { useMayOpen } from "#app/core/ui/may-open.ts";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { ERROR_CODES } from "#app/error-codes.ts";
import { readOwn } from "#app/identity/session/session.server.ts";
import { findLastOrganisation } from "#app/slices/organisation/last-organisation/last-organisation.server.ts";
import { listOrganisations } from "#app/slices/organisation/organisation.server.ts";
import type { Route } from "./+types/last-organisation.ts";

const CODE = "NO_ACTIVE_ORGANIZATION";

/**
 * Redirects to the organisation that the reader opened last, or to their only organisation. Every page of an
 * organisation names the organisation in its URL. Links that can't know which organisation to name lead here.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const [last, own] = await Promise.all([
    findLastOrganisation(context, request),
    readOwn(context, (userId) => listOrganisations(context.get(dbContext), userId)),
  ]);
  const found = last ?? (own.length === 1 ? own[0] : null);
  if (found) throw redirect(href("/app/o/:slug", { slug: found.slug }));
  const message = noteRefusal(context, CODE);
  return data({ message, isInAny: own.length > 0 }, { status: ERROR_CODES[CODE] });
}

export default function LastOrganisation({ loaderData: { message, isInAny } }: Route.ComponentProps) {
  const { t } = useI18n();
  const mayOpen = useMayOpen();
  return (
    <>
      <PageTitle title={message} />
      <h1 className="sr-only">{t("organisation:title")}</h1>
      <EmptyState title={message} description={t(`organisation:noneOpened.${isInAny ? "choose" : "create"}`)}>
        <div className="flex flex-wrap justify-center gap-3">
          {isInAny && <ButtonLink to={href("/app/o")}>{t("organisation:noneOpened.open")}</ButtonLink>}
          {mayOpen(href("/app/o/new")) && (
            <ButtonLink variant={isInAny ? "secondary" : "primary"} to={href("/app/o/new")}>
              {t("organisation:new")}
            </ButtonLink>
          )}
        </div>
      </EmptyState>
    </>
  );
}
