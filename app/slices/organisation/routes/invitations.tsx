import { data, Form, href } from "react-router";
import { dbContext, platformContext } from "#app/context.ts";
import { parseForm, rejectForm } from "#app/core/forms/form.server.ts";
import { SelectField } from "#app/core/forms/select-field.tsx";
import { FieldErrors, TextField } from "#app/core/forms/text-field.tsx";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { useFormResult } from "#app/core/forms/use-form-result.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { timeFormatter } from "#app/core/i18n/time-formatter.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { LoadMore } from "#app/core/lists/load-more.tsx";
import { useLoadMore } from "#app/core/lists/use-load-more.ts";
import { usePageFetcher } from "#app/core/lists/use-page-fetcher.ts";
import { Address } from "#app/core/ui/address.tsx";
import { BackLink } from "#app/core/ui/back-link.tsx";
import { SubmitButton } from "#app/core/ui/button.tsx";
import { EmptyState } from "#app/core/ui/empty-state.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { currentActor } from "#app/identity/audit/audit.server.ts";
import { invitationsActionSchema } from "#app/slices/organisation/invitation/invitation.schema.ts";
import { cancelInvitation } from "#app/slices/organisation/invitation/invitation.server.ts";
import { listInvitations, shownState } from "#app/slices/organisation/invitation/invitation-list.server.ts";
import { inviteByEmail, resendByEmail } from "#app/slices/organisation/invitation/invite-by-email.server.ts";
import { RoleName } from "#app/slices/organisation/member/role-name.tsx";
import {
  readOrganisation,
  requireMember,
  requirePermissionIn,
} from "#app/slices/organisation/membership.server.ts";
import { canIn, INVITED_ROLE, rolesUpTo } from "#app/slices/organisation/organisation-roles.ts";
import type { Route } from "./+types/invitations.ts";

/** The invitations of an organisation, and a form for a new invitation. */
export async function loader({ context, url, params }: Route.LoaderArgs) {
  const db = context.get(dbContext);
  const after = url.searchParams.get("after");
  const { membership, result } = await readOrganisation({ context, url, params }, (organisationId) =>
    listInvitations(db, organisationId, after),
  );
  const { page, teams } = result;
  requirePermissionIn(context, membership, "member:invite");
  const { now } = context.get(platformContext);
  const inWords = timeFormatter(context);
  const { name, slug, role } = membership;
  const items = page.items.map((invitation) => {
    const { id, email, role, team, expiresAt } = invitation;
    const state = shownState(invitation, now);
    return { id, email, role, team, state, until: state === "open" ? inWords(expiresAt) : null };
  });
  return data({
    name,
    slug,
    roles: rolesUpTo(role),
    // If there is only one team, there is nothing to select.
    teams: teams.length > 1 ? teams.map(({ id, name }) => ({ value: id, label: name })) : [],
    invitations: { ...page, items },
    mayCancel: canIn(role, "invitation:cancel"),
  });
}

/** Sends a new invitation, sends one again, or cancels one. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const form = await parseForm(request, context, invitationsActionSchema);
  if (!form.ok) return rejectForm(form);
  const { value } = form;
  const db = context.get(dbContext);
  const here = href("/app/o/:slug/invitations", params);
  if (value.intent === "cancel") {
    const membership = await requireMember(context, params.slug, "invitation:cancel");
    const actor = await currentActor(context);
    const cancelled = await tryWrite(context, "common:saveFailed", () =>
      cancelInvitation(db, membership, value.id, actor),
    );
    return redirectWithMessage(context, here, cancelled.ok ? "invitation:success.cancelled" : cancelled);
  }
  const membership = await requireMember(context, params.slug, "member:invite");
  const actor = await currentActor(context);
  const made = await tryWrite(context, "common:saveFailed", () =>
    value.intent === "invite"
      ? inviteByEmail(context, membership, { ...value, teamId: value.teamId ?? null }, actor)
      : resendByEmail(context, membership, value.id, actor),
  );
  if (!made.ok)
    return value.intent === "invite" ? rejectForm(form, made) : redirectWithMessage(context, here, made);
  if (!made.isSent)
    return redirectWithMessage(context, here, "invitation:success.notSent", { type: "warning" });
  return redirectWithMessage(context, here, "invitation:success.sent", { values: { email: made.email } });
}

export default function Invitations({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { name, slug, roles, teams, invitations, mayCancel } = loaderData;
  const fetcher = usePageFetcher<typeof loader>();
  const { list, items, isReloading, more } = useLoadMore(
    invitations,
    fetcher,
    ({ invitations }) => invitations,
  );
  const form = useFormResult(actionData, { role: INVITED_ROLE });
  return (
    <>
      <PageTitle title={`${t("invitation:list")}: ${name}`} />
      <div className="mb-6">
        <BackLink to={href("/app/o/:slug", { slug })}>{name}</BackLink>
      </div>
      <h1 className="mb-2 font-serif text-4xl font-semibold">{t("invitation:list")}</h1>
      <p className="mb-6 max-w-prose text-quiet">{t("invitation:description")}</p>
      <Form method="post" {...form.props} className="mb-10 flex max-w-xl flex-col gap-5">
        <FieldErrors id={form.errorId} errors={form.errors} />
        <TextField
          field={form.field("email")}
          label={t("invitation:fields.email")}
          type="email"
          autoComplete="off"
          isRequired
        />
        <SelectField
          field={form.field("role")}
          label={t("organisation:fields.role")}
          options={roles.map((value) => ({ value, label: t(`organisation:roles.${value}`) }))}
        />
        {(teams.length > 0 || form.field("teamId").errors) && (
          <SelectField
            field={form.field("teamId")}
            label={t("invitation:fields.team")}
            empty={t("invitation:noTeam")}
            options={teams}
          />
        )}
        <div>
          <SubmitButton intent="invite">{t("invitation:submit")}</SubmitButton>
        </div>
      </Form>
      {items.length === 0 ? (
        <EmptyState isPart title={t("invitation:empty")} />
      ) : (
        <ul
          ref={list}
          aria-busy={isReloading}
          className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-sheet aria-busy:opacity-60"
        >
          {items.map(({ id, email, role, team, state, until }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4">
              <div className="min-w-0 flex-1 basis-64">
                <p className="font-medium wrap-anywhere">
                  <Address>{email}</Address>
                </p>
                <p className="text-sm text-quiet">
                  <RoleName role={role} />
                  <span>{" · "}</span>
                  {team && (
                    <>
                      <bdi>{team}</bdi>
                      <span>{" · "}</span>
                    </>
                  )}
                  <span>
                    {until === null
                      ? t(`invitation:states.${state}`)
                      : t("invitation:until", { time: until })}
                  </span>
                </p>
              </div>
              {(state === "open" || state === "expired") && roles.includes(role) && (
                <div className="flex flex-wrap gap-2">
                  <RowButton id={id} intent="resend" label={t("invitation:resend")} about={email} />
                  {mayCancel && (
                    <RowButton id={id} intent="cancel" label={t("invitation:end")} about={email} />
                  )}
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      <LoadMore {...more} />
    </>
  );
}

/** A button of one invitation. */
function RowButton({
  id,
  intent,
  label,
  about,
}: {
  id: string;
  intent: string;
  label: string;
  about: string;
}) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="id" value={id} />
      <SubmitButton variant="secondary" intent={intent}>
        <span>{label}</span>
        <span className="sr-only">{` ${about}`}</span>
      </SubmitButton>
    </Form>
  );
}
