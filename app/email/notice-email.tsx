import type { i18n } from "i18next";
import { PRODUCT_NAME } from "#app/product.ts";
import type { Email } from "./email.ts";
import { renderEmail } from "./render-email.tsx";

/** What the mail reports, and the values for its text. */
type Notice = { about: "emailChanged" | "accountDeleted" } | { about: "providerLinked"; provider: string };

/** Tells someone what was done with their account, so that they notice if it wasn't them. */
export function noticeEmail(i18n: i18n, to: string, notice: Notice): Email {
  const { t } = i18n;
  const values = { provider: "provider" in notice ? notice.provider : "" };
  const subject = t(`email:${notice.about}.subject`, values);
  const paragraphs = [
    t("email:greeting"),
    t(`email:${notice.about}.text`, values),
    t(`email:${notice.about}.help`, values),
  ];
  return {
    to,
    subject,
    text: [...paragraphs, PRODUCT_NAME].join("\n\n"),
    html: renderEmail(i18n, {
      subject,
      children: paragraphs.map((paragraph) => (
        <p key={paragraph} style={{ margin: "0 0 16px" }}>
          {paragraph}
        </p>
      )),
    }),
  };
}
