import type { i18n } from "i18next";
import { href } from "react-router";
import type { Email } from "#app/core/email/email.ts";
import { textEmail } from "#app/core/email/text-email.tsx";
import { DAY } from "#app/core/lib/durations.ts";
import type { OptionalEmail } from "#app/slices/email-preference/optional-email.ts";

/** The weekly email about new books. */
export const digestOptionalEmail = {
  kind: "digest",
  label: "digest:emails",
  isOn: false,
  every: 7 * DAY,
} as const satisfies OptionalEmail;

/** The email about new books. @param digest.hasMore whether there are more new books than these */
export function digestEmail(
  i18n: i18n,
  {
    to,
    books,
    hasMore,
    site,
    unsubscribeUrl,
  }: {
    to: string;
    books: { title: string; author: string | null }[];
    hasMore: boolean;
    site: string;
    unsubscribeUrl: string;
  },
): Email {
  const { t } = i18n;
  return textEmail(i18n, {
    to,
    subject: t("digest:subject"),
    paragraphs: [t("email:greeting"), t(hasMore ? "digest:some" : "digest:all")],
    items: books.map(({ title, author }) => (author === null ? title : t("digest:book", { title, author }))),
    button: { label: t("digest:button"), url: new URL(href("/app/books"), site).href },
    unsubscribeUrl,
  });
}
