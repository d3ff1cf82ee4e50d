import type { EmailPreview } from "#app/core/email/email.ts";
import {
  invitationEmail,
  moreInvitationsEmail,
} from "#app/slices/organisation/invitation/invitation-email.ts";

const LINKS = {
  to: "reader@example.com",
  url: "https://example.com/invitation/1?proof=2",
  unsubscribeUrl: "https://example.com/unsubscribe?kind=invitation&to=1&proof=2",
};

export const organisationEmailPreviews: readonly (readonly [name: string, EmailPreview])[] = [
  [
    "invitation",
    (i18n) =>
      invitationEmail(i18n, {
        ...LINKS,
        name: "Ada Lovelace",
        organisation: "Analytical Society",
        role: "member",
        team: "Programmers",
      }),
  ],
  ["moreInvitations", (i18n) => moreInvitationsEmail(i18n, LINKS)],
];
