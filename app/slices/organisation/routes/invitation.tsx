import { data, Form, href, redirect } from "react-router";
import { noteRefusal } from "#app/core/http/refusal.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { EntryLayout } from "#app/core/shell/entry-layout.tsx";
import { withBreaks } from "#app/core/ui/address.tsx";
import { ButtonLink, SubmitButton } from "#app/core/ui/button.tsx";
import { EntryHeading } from "#app/core/ui/entry-heading.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { StatusMessage } from "#app/core/ui/status-message.tsx";
import { ERROR_CODES } from "#app/error-codes.ts";
import { answerInvitation } from "#app/slices/organisation/invitation/invitation-actions.server.ts";
import { pathOfLink } from "#app/slices/organisation/invitation/invitation-link.server.ts";
import { closedMessage, openInvitation } from "#app/slices/organisation/invitation/invitation-page.server.ts";
import { maskedEmail } from "#app/slices/organisation/member/masked-email.ts";
import { RoleName } from "#app/slices/organisation/member/role-name.tsx";
import type { Route } from "./+types/invitation.ts";

/**
 * The page behind the link of an invitation. Even before the recipient signs in, it says who has invited them to which
 * organisation. Opening it changes nothing, because programs that scan email open every link. For a wrong link it
 * reveals nothing.
 */
export async function loader({ url, context, params }: Route.LoaderArgs) {
  const opened = await openInvitation(context, url, params.id);
  if (!opened) {
    noteRefusal(context, "INVITATION_NOT_FOUND");
    return data(null, { status: ERROR_CODES.INVITATION_NOT_FOUND });
  }
  const { invitation, viewer } = opened;
  const { organisation, inviter, role, team, email, slug, state, hasAccount } = invitation;
  const isRecipient = viewer?.email === email;
  if (state === "accepted" && isRecipient) throw redirect(href("/app/o/:slug", { slug }));
  const closed = closedMessage(invitation);
  if (closed) {
    noteRefusal(context, closed.code);
    return data({ closed: closed.reason, organisation }, { status: ERROR_CODES[closed.code] });
  }
  // Recipients with an account sign in as usual, because a link that may be days old must not sign anyone in.
  const who = isRecipient ? "recipient" : viewer ? "other" : hasAccount ? "member" : "new";
  const login = `${href("/login")}?${new URLSearchParams({ redirect: pathOfLink(url) })}`;
  return data({
    closed: null,
    organisation,
    inviter,
    role,
    team,
    who,
    email: maskedEmail(email),
    as: viewer?.email,
    login,
  } as const);
}

export async function action({ request, url, context, params }: Route.ActionArgs) {
  return answerInvitation(params.id, { request, url, context });
}

export default function InvitationPage({ loaderData: shown, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  if (!shown || shown.closed !== null) {
    const reason = shown?.closed ?? "unknown";
    return (
      <EntryLayout>
        <PageTitle title={t("invitation:title")} />
        <EntryHeading title={t(`invitation:closed.${reason}`)}>
          {shown && t("invitation:closed.organisation", { organisation: shown.organisation })}
        </EntryHeading>
        <p className="mb-6 text-quiet">{t(`invitation:closed.${reason === "accepted" ? "used" : "help"}`)}</p>
        <ButtonLink width="full" to="/">
          {t("invitation:toStart")}
        </ButtonLink>
      </EntryLayout>
    );
  }
  const { organisation, role, team, who, email, as, login } = shown;
  const inviter = shown.inviter ?? t("invitation:somebody");
  return (
    <EntryLayout>
      <PageTitle title={t("invitation:title")} />
      <EntryHeading title={t("invitation:heading", { organisation })}>
        <p>{t("invitation:by", { name: inviter })}</p>
        <p>
          <span>{`${t("organisation:fields.role")}: `}</span>
          <RoleName role={role} />
        </p>
        {team && (
          <p>
            <span>{`${t("invitation:fields.team")}: `}</span>
            <bdi>{team}</bdi>
          </p>
        )}
      </EntryHeading>
      <div className="flex flex-col gap-3">
        {actionData?.error && <StatusMessage type="error">{actionData.error}</StatusMessage>}
        {who === "other" && (
          <>
            <p>{withBreaks(t("invitation:other", { email, as }))}</p>
            <Answer intent="switch">{t("invitation:switch")}</Answer>
          </>
        )}
        {who === "member" && (
          <>
            <p>{withBreaks(t("invitation:signIn", { email }))}</p>
            <ButtonLink width="full" to={login}>
              {t("invitation:signInFirst")}
            </ButtonLink>
          </>
        )}
        {who === "new" && <p>{withBreaks(t("invitation:new", { email }))}</p>}
        {(who === "new" || who === "recipient") && <Answer intent="accept">{t("invitation:accept")}</Answer>}
        {who !== "other" && (
          <Answer intent="decline" variant="secondary">
            {t("invitation:decline")}
          </Answer>
        )}
      </div>
    </EntryLayout>
  );
}

function Answer({ intent, variant, children }: { intent: string; variant?: "secondary"; children: string }) {
  return (
    <Form method="post">
      <SubmitButton width="full" intent={intent} variant={variant}>
        {children}
      </SubmitButton>
    </Form>
  );
}
