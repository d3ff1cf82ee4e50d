import { data } from "react-router";
import { i18nContext, nonceContext, settingsContext } from "#app/context.ts";
import { readThemeCookie } from "#app/core/ui/theme.ts";
import { captchaDocument } from "#app/slices/captcha/captcha-document.server.tsx";
import type { Route } from "./+types/captcha.ts";

/**
 * The captcha's document. The code page shows it in a frame when a captcha is needed. No other document may
 * load anything from another site.
 */
export function loader({ request, context }: Route.LoaderArgs) {
  const settings = context.get(settingsContext);
  if (!settings.TURNSTILE_SITE_KEY) throw data(null, { status: 404 });
  const { html, policy } = captchaDocument(settings, {
    i18n: context.get(i18nContext),
    theme: readThemeCookie(request.headers.get("Cookie")),
    nonce: context.get(nonceContext),
  });
  return new Response(html, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": policy,
      "X-Frame-Options": "SAMEORIGIN",
    },
  });
}
