import type { SQL } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import { platformContext, settingsContext } from "#app/context.ts";
import { EmailError } from "#app/core/email/email.ts";
import { sendEmail } from "#app/core/email/send-email.server.ts";
import { i18nIn } from "#app/core/i18n/instance.server.ts";
import { logError } from "#app/core/lib/log.ts";
import { type PlannedEmail, planOptionalEmail } from "#app/slices/email-preference/plan-email.server.ts";
import { unsubscribeUrl } from "#app/slices/email-preference/unsubscribe-link.server.ts";
import type { OrganisationRole } from "#app/slices/organisation/organisation-roles.ts";
import { invitationEmail, invitationOptionalEmail, moreInvitationsEmail } from "./invitation-email.ts";
import { invitationUrl } from "./invitation-link.server.ts";

/** How many invitations one person can email in a day (docs/product.md, Numbers). */
const EMAILS_A_DAY = 50;

type Context = Readonly<RouterContextProvider>;

/**
 * Decides whether to email an invitation, before it is created, so that a form that fails can be sent again.
 * @param where the condition that it will be created or renewed
 */
export const planInvitation = (
  context: Context,
  to: string,
  senderId: string,
  where: SQL | undefined,
): Promise<PlannedEmail | null> =>
  planOptionalEmail(context, invitationOptionalEmail, { to, senderId, aDay: EMAILS_A_DAY, where });

/** The contents of an invitation's email. */
export interface SentInvitation {
  id: string;
  nonce: string;
  email: string;
  role: OrganisationRole;
  /** The name of the team that the recipient will be in; null if there is none. */
  team: string | null;
  organisation: string;
}

/**
 * Sends a planned email, in the language of its recipient or, if that is not known, of its sender.
 * @returns whether an email with the link was sent
 */
export async function sendInvitation(
  context: Context,
  planned: PlannedEmail | null,
  invitation: SentInvitation,
  sender: { name: string | null; site: string; language: string },
): Promise<boolean> {
  if (!planned) return false;
  const settings = context.get(settingsContext);
  const i18n = i18nIn(planned.language ?? sender.language);
  const { email: to, organisation, role, team } = invitation;
  const links = {
    to,
    url: await invitationUrl(settings, sender.site, invitation),
    unsubscribeUrl: await unsubscribeUrl(settings, sender.site, invitationOptionalEmail, planned.recipient),
  };
  const email =
    planned.decision === "mail"
      ? invitationEmail(i18n, { ...links, name: sender.name, organisation, role, team })
      : moreInvitationsEmail(i18n, links);
  try {
    await sendEmail(settings, context.get(platformContext), email, { idempotencyKey: invitation.nonce });
    return planned.decision === "mail";
  } catch (error) {
    if (!(error instanceof EmailError)) throw error;
    logError("invitation not sent", error);
    return false;
  }
}
