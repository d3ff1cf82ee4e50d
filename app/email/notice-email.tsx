import type { i18n } from "i18next";
import { PRODUCT_NAME } from "#app/product.ts";
import type { Email } from "./email.ts";
import { renderEmail } from "./render-email.tsx";

/**
 * The mail that tells someone what was done with their account, so that they notice where it was not them.
 * @param notice the key of its texts
 */
export function noticeEmail(i18n: i18n, to: string, notice: "emailChanged" | "accountDeleted"): Email {
  const { t } = i18n;
  const subject = t(`email:${notice}.subject`);
  const paragraphs = [t("email:greeting"), t(`email:${notice}.text`), t(`email:${notice}.help`)];
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
