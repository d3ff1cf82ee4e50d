import type { i18n } from "i18next";
import type { Email } from "#app/core/email/email.ts";
import { renderEmail } from "#app/core/email/render-email.tsx";
import type { CodePurpose } from "#app/identity/tables/login-challenges.ts";
import { PALETTE } from "#app/palette.ts";
import { PRODUCT_NAME } from "#app/product.ts";

/** The texts of the email, by the purpose of its code. */
const TEXTS = {
  "sign-in": "loginCode",
  "change-email": "changeEmailCode",
  "leave-email": "leaveEmailCode",
  "delete-account": "deleteAccountCode",
  confirm: "confirmCode",
} as const satisfies Record<CodePurpose, string>;

/** The content of an email with a login code. */
interface LoginCodeEmail {
  to: string;
  purpose: CodePurpose;
  code: string;
  codeInSubject: boolean;
  /** How long the code is valid. */
  minutes: number;
  /** The URL that signs in without the code; null for other purposes. */
  link: string | null;
}

/** The email with a login code, in the reader's language. */
export function loginCodeEmail(
  i18n: i18n,
  { to, purpose, code, codeInSubject, minutes, link }: LoginCodeEmail,
): Email {
  const { t } = i18n;
  const texts = TEXTS[purpose];
  const subject = codeInSubject ? t(`email:${texts}.subjectWithCode`, { code }) : t(`email:${texts}.subject`);
  const intro = t(`email:${texts}.intro`);
  const expiry = t("email:loginCode.expiry", { count: minutes });
  const ignore = t(`email:${texts}.ignore`);
  const linkIntro = t("email:loginCode.linkIntro");
  return {
    to,
    isAwaited: true,
    subject,
    text: [
      t("email:greeting"),
      intro,
      code,
      expiry,
      ...(link ? [linkIntro, link] : []),
      ignore,
      PRODUCT_NAME,
    ].join("\n\n"),
    html: renderEmail(i18n, {
      subject,
      children: (
        <>
          <p style={{ margin: "0 0 16px" }}>{t("email:greeting")}</p>
          <p style={{ margin: "0 0 16px" }}>{intro}</p>
          <p
            dir="ltr"
            className="code"
            style={{
              margin: "0 0 16px",
              padding: "16px",
              borderRadius: "8px",
              backgroundColor: PALETTE["accent-soft"].light,
              color: PALETTE.accent.light,
              fontFamily: "ui-monospace, Menlo, Consolas, monospace",
              fontSize: "32px",
              fontWeight: 700,
              letterSpacing: "8px",
              textAlign: "center",
            }}
          >
            {code}
          </p>
          <p style={{ margin: "0 0 16px" }}>{expiry}</p>
          {link && (
            <>
              <p style={{ margin: "0 0 8px" }}>{linkIntro}</p>
              <p style={{ margin: "0 0 16px" }}>
                <a className="link" href={link} style={{ color: PALETTE.accent.light }}>
                  {t("email:loginCode.link")}
                </a>
              </p>
            </>
          )}
          <p className="quiet" style={{ margin: 0, color: PALETTE.quiet.light, fontSize: "14px" }}>
            {ignore}
          </p>
        </>
      ),
    }),
  };
}
