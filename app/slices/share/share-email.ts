import type { i18n } from "i18next";
import type { Email } from "#app/core/email/email.ts";
import { textEmail } from "#app/core/email/text-email.tsx";
import { withoutLink } from "#app/core/email/without-link.ts";
import type { OptionalEmail } from "#app/slices/email-preference/optional-email.ts";

/** The emails that people get because others share something with them. */
export const shareOptionalEmail = {
  kind: "share",
  label: "share:emails",
  isOn: true,
  every: null,
} as const satisfies OptionalEmail;

interface Shared {
  to: string;
  /** The sender's name; null if they have not entered one. */
  name: string | null;
  /** The title of the book; null for a shelf. */
  title: string | null;
  url: string;
  unsubscribeUrl: string;
}

/**
 * The email with the link to a shared book or shelf. The sender's name is the only text in it that the sender has
 * typed.
 */
export function shareEmail(i18n: i18n, { to, name: given, title, url, unsubscribeUrl }: Shared): Email {
  const { t } = i18n;
  const name = withoutLink(given, t("link:somebody"));
  const what = title === null ? "shelf" : "book";
  return textEmail(i18n, {
    to,
    subject: t(`share:email.${what}.subject`, { name }),
    paragraphs: [t("email:greeting"), t(`share:email.${what}.text`, { name, title }), t("share:email.help")],
    button: { label: t(`share:email.${what}.button`), url },
    unsubscribeUrl,
  });
}

/**
 * The email that replaces all further emails about shared things to the same person in the rest of an hour
 * (core/email/email-decision).
 */
export const moreSharesEmail = (
  i18n: i18n,
  { to, unsubscribeUrl }: Pick<Shared, "to" | "unsubscribeUrl">,
): Email =>
  textEmail(i18n, {
    to,
    subject: i18n.t("share:email.more.subject"),
    paragraphs: [i18n.t("email:greeting"), i18n.t("share:email.more.text")],
    button: null,
    unsubscribeUrl,
  });
