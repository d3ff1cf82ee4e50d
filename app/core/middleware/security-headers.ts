import type { MiddlewareFunction } from "react-router";
import { nonceContext, sessionTokenContext, settingsContext } from "#app/context.ts";
import { baseHeaders, CSP_REPORTS_PATH } from "#app/core/http/base-headers.ts";
import { isListedAnswer } from "#app/core/http/search-engines.ts";
import { randomToken } from "#app/core/lib/bytes.ts";

/** Sets headers on every response of the router, unless a route has set its own. */
export const securityHeaders: MiddlewareFunction<Response> = async ({ url, context }, next) => {
  const nonce = randomToken(16);
  context.set(nonceContext, nonce);
  const response = await next();

  const isSignedIn = context.get(sessionTokenContext) !== null;
  const isListed = isListedAnswer(context.get(settingsContext), url.pathname, isSignedIn);
  const defaults: Record<string, string> = {
    ...baseHeaders(contentSecurityPolicy(nonce), url.protocol),
    "Reporting-Endpoints": `csp="${CSP_REPORTS_PATH}"`,
    Vary: "Accept-Language, Cookie, Save-Data",
    ...(!isListed && { "X-Robots-Tag": "noindex" }),
  };
  for (const [name, value] of Object.entries(defaults)) {
    if (!response.headers.has(name)) response.headers.set(name, value);
  }
  // React Router sends its data without a character set.
  if (response.headers.get("Content-Type") === "text/x-script") {
    response.headers.set("Content-Type", "text/x-script; charset=utf-8");
  }
  return response;
};

function contentSecurityPolicy(nonce: string): string {
  // Vite's development server adds styles by script, and connects to the browser with a WebSocket.
  const development = import.meta.env.DEV;
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' ${development ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    "img-src 'self'",
    "font-src 'self'",
    `connect-src 'self'${development ? " ws:" : ""}`,
    "manifest-src 'self'",
    "frame-src 'self'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    "base-uri 'none'",
    // This is for browsers without the Reporting API. The others ignore it.
    `report-uri ${CSP_REPORTS_PATH}`,
    "report-to csp",
  ].join("; ");
}
