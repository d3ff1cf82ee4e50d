import { data, href, Link, useLocation } from "react-router";
import { dbContext, platformContext, viewerContext } from "#app/context.ts";
import { invalidForm, parseForm, rejectForm } from "#app/core/forms/form.server.ts";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { timeZoneLabel } from "#app/core/i18n/time-formatter.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { dayOf } from "#app/core/lib/calendar-day.ts";
import { BackLink } from "#app/core/ui/back-link.tsx";
import { ConfirmDialog } from "#app/core/ui/dialog/confirm-dialog.tsx";
import { EmptyState } from "#app/core/ui/empty-state.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { currentActor } from "#app/identity/audit/audit.server.ts";
import { forbidWhileImpersonating } from "#app/identity/auth/authorize.server.ts";
import { requireRecentProof } from "#app/identity/proof/recent-proof.server.ts";
import { type MadeToken, NewToken } from "#app/slices/api/token/new-token.tsx";
import { selectedEnd } from "#app/slices/api/token/selected-end.server.ts";
import { selectableDays } from "#app/slices/api/token/token-end.ts";
import { formatToken } from "#app/slices/api/token/token-row.server.ts";
import {
  readOrganisation,
  requireMember,
  requirePermissionIn,
} from "#app/slices/organisation/membership.server.ts";
import { KeyForm } from "#app/slices/organisation-key/key-form.tsx";
import { KeyRows } from "#app/slices/organisation-key/key-rows.tsx";
import { keyFormSchema } from "#app/slices/organisation-key/organisation-key.schema.ts";
import {
  createKey,
  KEYS_PER_ORGANISATION,
  listKeys,
  revokeKey,
} from "#app/slices/organisation-key/organisation-key.server.ts";
import type { Route } from "./+types/organisation-keys.ts";

/** For an organisation's owners: its keys, and a form for a new key. */
export async function loader({ context, url, params }: Route.LoaderArgs) {
  const { membership, result: keys } = await readOrganisation({ context, url, params }, (organisationId) =>
    listKeys(context.get(dbContext), organisationId),
  );
  requirePermissionIn(context, membership, "key:manage");
  const { name, slug } = membership;
  const { impersonator } = await context.get(viewerContext);
  const { now, timeZone } = context.get(platformContext);
  const asked = url.searchParams.get("confirm");
  // If the form would be refused, the page does not offer it. A user who already has it open gets it back, with the
  // error.
  const mayAdd = !impersonator && keys.length < KEYS_PER_ORGANISATION;
  return data({
    name,
    slug,
    keys: keys.map(formatToken(context)),
    newId: mayAdd ? crypto.randomUUID() : null,
    limit: KEYS_PER_ORGANISATION,
    firstDay: selectableDays(dayOf(now, timeZone)).first,
    timeZone: timeZoneLabel(context),
    revoking: keys.find(({ id }) => id === asked) ?? null,
  });
}

/**
 * Creates or revokes a key.
 * @returns a new key with its text, which no other response contains; or the errors of the form; or a redirect
 */
export async function action({ request, url, context, params }: Route.ActionArgs) {
  const form = await parseForm(request, context, keyFormSchema);
  if (!form.ok) {
    if (form.submission.payload.intent !== "create-key") throw await invalidForm(form);
    return rejectForm(form);
  }
  const { value } = form;
  // Nobody creates a key while impersonating, because it would still work afterwards.
  if (value.intent === "create-key") forbidWhileImpersonating(context, await context.get(viewerContext));
  const membership = await requireMember(context, params.slug, "key:manage");
  const db = context.get(dbContext);
  const page = href("/app/o/:slug/keys", params);
  if (value.intent === "revoke-key") {
    const actor = await currentActor(context);
    const revoked = await tryWrite(context, "key:errors.revokeFailed", () =>
      revokeKey(db, membership, value.keyId, actor),
    );
    return redirectWithMessage(context, page, revoked.ok ? "key:success.revoked" : revoked);
  }
  const end = selectedEnd(context, value);
  if ("message" in end) return rejectForm(form, end);
  // An owner with a second step must prove it before creating a key, as before creating an access token.
  // Otherwise a program could do with the key what the owner can't do without the second step.
  await requireRecentProof(form, { request, url }, ["second-step"]);
  const actor = await currentActor(context);
  const { id, name, scopes } = value;
  const made = await tryWrite(context, "key:errors.createFailed", () =>
    createKey(db, membership, { id, name, scopes, ...end }, actor),
  );
  if (!made.ok) return rejectForm(form, made);
  return { made: { id: made.id, name, text: made.text, repeated: made.repeated } satisfies MadeToken };
}

export default function OrganisationKeys({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { pathname } = useLocation();
  const { name, slug, keys, newId, limit, firstDay, timeZone, revoking } = loaderData;
  const made = actionData && "made" in actionData ? actionData.made : null;
  const refused = actionData && !("made" in actionData) ? actionData : undefined;
  return (
    <>
      <PageTitle title={`${t("key:list.title")}: ${name}`} />
      <div className="mb-6">
        <BackLink to={href("/app/o/:slug", { slug })}>{name}</BackLink>
      </div>
      <h1 className="mb-2 font-serif text-4xl font-semibold">{t("key:list.title")}</h1>
      <p className="max-w-prose text-quiet">{t("key:description")}</p>
      <p className="mb-6">
        <Link
          to={href("/api/docs")}
          className="inline-flex min-h-11 items-center text-accent underline underline-offset-4"
        >
          {t("token:documentation")}
        </Link>
      </p>
      {made && (
        <NewToken
          key={made.text}
          token={made}
          words={{
            title: t("key:made.title", { name: made.name }),
            label: t("key:made.label"),
            repeated: t("key:made.repeated"),
            copy: t("key:made.copy"),
            copied: t("key:made.copied"),
          }}
        />
      )}
      {/* A key that was just created may be missing from the list, so the list is not called empty. */}
      {keys.length === 0 && !made ? (
        <EmptyState isPart title={t("key:list.empty")} />
      ) : (
        <KeyRows keys={keys} />
      )}
      {(newId !== null || refused) && (
        <section aria-labelledby="new" className="mt-10">
          <h2 id="new" className="mb-4 font-serif text-2xl font-semibold">
            {t("key:new")}
          </h2>
          {/* React's key changes with each created key of the organisation, so that the form has empty fields
              again. */}
          <KeyForm
            key={newId}
            lastResult={refused}
            id={newId ?? undefined}
            firstDay={firstDay}
            timeZone={timeZone}
          />
        </section>
      )}
      {keys.length >= limit && <p className="mt-6 max-w-prose text-quiet">{t("key:full", { limit })}</p>}
      {revoking && (
        <ConfirmDialog
          title={t("key:revoke.title", { name: revoking.name })}
          description={t("key:revoke.description")}
          here={pathname}
          intent="revoke-key"
          fields={{ keyId: revoking.id }}
          submit={t("key:revoke.submit")}
        />
      )}
    </>
  );
}
