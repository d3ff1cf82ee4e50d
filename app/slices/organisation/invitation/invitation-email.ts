import type { i18n } from "i18next";
import type { Email } from "#app/core/email/email.ts";
import { textEmail } from "#app/core/email/text-email.tsx";
import { withoutLink } from "#app/core/email/without-link.ts";
import type { OptionalEmail } from "#app/slices/email-preference/optional-email.ts";
import type { OrganisationRole } from "#app/slices/organisation/organisation-roles.ts";

/** The emails that people get because others invite them. */
export const invitationOptionalEmail = {
  kind: "invitation",
  label: "invitation:emails",
  isOn: true,
  every: null,
} as const satisfies OptionalEmail;

interface Invited {
  to: string;
  /** The inviter's name; null if they have not entered one. */
  name: string | null;
  organisation: string;
  role: OrganisationRole;
  /** The name of the team that the recipient will be in; null if there is none. */
  team: string | null;
  url: string;
  unsubscribeUrl: string;
}

/** The email with the link to an invitation. */
export function invitationEmail(i18n: i18n, { to, role, url, unsubscribeUrl, ...typed }: Invited): Email {
  const { t } = i18n;
  const name = withoutLink(typed.name, t("invitation:somebody"));
  const organisation = withoutLink(typed.organisation, t("invitation:anOrganisation"));
  const team = withoutLink(typed.team, "");
  return textEmail(i18n, {
    to,
    subject: t("invitation:email.subject", { name, organisation }),
    paragraphs: [
      t("email:greeting"),
      t("invitation:email.text", { name, organisation, role: t(`organisation:roles.${role}`) }),
      ...(team ? [t("invitation:email.team", { team })] : []),
      t("invitation:email.help"),
    ],
    button: { label: t("invitation:email.button"), url },
    unsubscribeUrl,
  });
}

/**
 * The email that replaces all further invitations to the same person in the rest of an hour
 * (core/email/email-decision).
 */
export const moreInvitationsEmail = (
  i18n: i18n,
  { to, unsubscribeUrl }: Pick<Invited, "to" | "unsubscribeUrl">,
): Email =>
  textEmail(i18n, {
    to,
    subject: i18n.t("invitation:email.more.subject"),
    paragraphs: [i18n.t("email:greeting"), i18n.t("invitation:email.more.text")],
    button: null,
    unsubscribeUrl,
  });
