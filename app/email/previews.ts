import type { i18n } from "i18next";
import type { Email } from "./email.ts";
import { loginCodeEmail } from "./login-code-email.tsx";
import { noticeEmail } from "./notice-email.tsx";

type Preview = (i18n: i18n) => Email;

const READER = "reader@example.com";

const code =
  (purpose: Parameters<typeof loginCodeEmail>[1]["purpose"]): Preview =>
  (i18n) =>
    loginCodeEmail(i18n, {
      to: READER,
      purpose,
      code: "012345",
      codeInSubject: false,
      minutes: 5,
      link: purpose === "sign-in" ? "https://example.com/login/link?token=0123456789abcdefghijkl" : null,
    });

const notice =
  (told: Parameters<typeof noticeEmail>[2]): Preview =>
  (i18n) =>
    noticeEmail(i18n, READER, told);

/** Every mail, with made-up content, for /dev/mail. */
export const MAIL_PREVIEWS = new Map<string, Preview>([
  ["loginCode", code("sign-in")],
  ["changeEmailCode", code("change-email")],
  ["deleteAccountCode", code("delete-account")],
  ["confirmCode", code("confirm")],
  ["emailChanged", notice({ about: "emailChanged" })],
  ["accountDeleted", notice({ about: "accountDeleted" })],
  ["providerLinked", notice({ about: "providerLinked", provider: "GitHub" })],
]);
