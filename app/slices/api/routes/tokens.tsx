import { href, Link, useLocation } from "react-router";
import { platformContext, sessionTokenContext, viewerContext } from "#app/context.ts";
import { timeZoneLabel } from "#app/core/i18n/time-formatter.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { dayOf } from "#app/core/lib/calendar-day.ts";
import { ButtonLink } from "#app/core/ui/button.tsx";
import { EntryHeading } from "#app/core/ui/entry-heading.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { forbidWhileImpersonating } from "#app/identity/auth/authorize.server.ts";
import { findTenant } from "#app/identity/hooks/personal-tables.server.ts";
import { ownerOf } from "#app/identity/session/session.server.ts";
import { scopesOf } from "#app/scopes.ts";
import { NewToken } from "#app/slices/api/token/new-token.tsx";
import { REVOKE_TOKENS } from "#app/slices/api/token/revoke-tokens.ts";
import { RevokeTokensQuestion } from "#app/slices/api/token/revoke-tokens-question.tsx";
import { changeTokens } from "#app/slices/api/token/token-actions.server.ts";
import { selectableDays } from "#app/slices/api/token/token-end.ts";
import { TokenForm } from "#app/slices/api/token/token-form.tsx";
import { tokenRows } from "#app/slices/api/token/token-row.server.ts";
import { TokenRows } from "#app/slices/api/token/token-rows.tsx";
import type { Route } from "./+types/tokens.ts";

export async function loader({ url, context }: Route.LoaderArgs) {
  // The owner is found by the session's token, so the tokens can be read while the session is being checked.
  const owner = await ownerOf(context.get(sessionTokenContext) ?? "");
  const [viewer, tokens, tenants] = await Promise.all([
    context.get(viewerContext),
    tokenRows(context, owner),
    findTenant()?.choices(context, owner),
  ]);
  forbidWhileImpersonating(context, viewer);
  const { now, timeZone } = context.get(platformContext);
  return {
    tokens,
    newId: crypto.randomUUID(),
    scopes: scopesOf(viewer.role),
    firstDay: selectableDays(dayOf(now, timeZone)).first,
    timeZone: timeZoneLabel(context),
    tenants: tenants && tenants.options.length > 0 ? tenants : null,
    asks: url.searchParams.get("confirm") === REVOKE_TOKENS && tokens.length > 0,
  };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  return changeTokens({ request, url, context });
}

export default function Tokens({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { key } = useLocation();
  const { tokens, newId, scopes, firstDay, timeZone, tenants, asks } = loaderData;
  const here = href("/account/tokens");
  const made = actionData && "made" in actionData ? actionData.made : null;
  const refused = actionData && !("made" in actionData) ? actionData : undefined;
  return (
    <>
      <PageTitle title={t("token:title")} />
      <EntryHeading title={t("token:title")}>
        <p>{t("token:description")}</p>
        <p>
          <Link
            to={href("/api/docs")}
            className="inline-flex min-h-11 items-center text-accent underline underline-offset-4"
          >
            {t("token:documentation")}
          </Link>
        </p>
      </EntryHeading>
      {made && (
        <NewToken
          key={made.text}
          token={made}
          words={{
            title: t("token:made.title", { name: made.name }),
            label: t("token:made.label"),
            repeated: t("token:made.repeated"),
            copy: t("token:made.copy"),
            copied: t("token:made.copied"),
          }}
        />
      )}
      <section aria-labelledby="tokens" className="mb-8">
        <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
          <h2 id="tokens" className="font-serif text-2xl font-semibold">
            {t("token:list")}
          </h2>
          {tokens.length > 1 && (
            <ButtonLink
              variant="secondary"
              to={`${here}?confirm=${REVOKE_TOKENS}`}
              replace
              preventScrollReset
            >
              {t("token:revokeAll")}
            </ButtonLink>
          )}
        </div>
        {/* A token that was just created may be missing from the list, so the list is not called empty. */}
        {tokens.length === 0 && !made ? (
          <p className="text-quiet">{t("token:empty")}</p>
        ) : (
          <TokenRows key={key} tokens={tokens} mayRevoke />
        )}
      </section>
      <section aria-labelledby="add" className="border-t border-line pt-6">
        <h2 id="add" className="mb-4 font-serif text-2xl font-semibold">
          {t("token:new")}
        </h2>
        {/* The key of the form changes with each created token, so that the form has empty fields again. */}
        <TokenForm
          key={newId}
          lastResult={refused}
          id={newId}
          scopes={scopes}
          firstDay={firstDay}
          timeZone={timeZone}
          tenants={tenants}
          action={here}
        />
      </section>
      {asks && <RevokeTokensQuestion here={here} />}
    </>
  );
}
