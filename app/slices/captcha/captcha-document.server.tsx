import type { i18n } from "i18next";
import { renderToStaticMarkup } from "react-dom/server.node";
import { CSP_REPORTS_PATH } from "#app/core/http/base-headers.ts";
import { languageOf } from "#app/core/i18n/languages.ts";
import type { Theme } from "#app/core/ui/theme.ts";
import type { Settings } from "#app/settings.ts";
import { CAPTCHA_SCRIPT } from "./captcha-message.ts";
import { TURNSTILE_ACTION } from "./turnstile.server.ts";

/** With these colour schemes, the frame has the background of the page around it. */
const SCHEMES: Record<Theme, string> = { system: "light dark", light: "light", dark: "dark" };

/**
 * Makes the document in the captcha's frame, and its Content-Security-Policy. The document contains
 * Turnstile's widget, and sends the widget's token to the page around the frame.
 */
export function captchaDocument(
  { TURNSTILE_URL, TURNSTILE_SITE_KEY }: Settings,
  { i18n, theme, nonce }: { i18n: i18n; theme: Theme; nonce: string },
): { html: string; policy: string } {
  const { origin } = new URL(TURNSTILE_URL);
  const { key, direction } = languageOf(i18n);
  const markup = renderToStaticMarkup(
    <html lang={key} dir={direction}>
      <head>
        <meta charSet="utf-8" />
        <meta name="color-scheme" content={SCHEMES[theme]} />
        <title>{i18n.t("auth:captcha.title")}</title>
        <style nonce={nonce}>{"body { margin: 0 }"}</style>
        <script
          nonce={nonce}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own script, a constant
          dangerouslySetInnerHTML={{ __html: CAPTCHA_SCRIPT }}
        />
        <script nonce={nonce} src={`${origin}/turnstile/v0/api.js`} async defer />
      </head>
      <body>
        <div
          className="cf-turnstile"
          data-sitekey={TURNSTILE_SITE_KEY}
          data-action={TURNSTILE_ACTION}
          data-size="flexible"
          data-theme={theme === "system" ? "auto" : theme}
          data-language={key}
          data-response-field="false"
          data-callback="tellToken"
          data-expired-callback="forgetToken"
          data-error-callback="forgetToken"
        />
      </body>
    </html>,
  );
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' ${origin}`,
    `style-src 'nonce-${nonce}'`,
    `frame-src ${origin}`,
    "frame-ancestors 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    `report-uri ${CSP_REPORTS_PATH}`,
    "report-to csp",
  ].join("; ");
  return { html: `<!doctype html>${markup}`, policy };
}
