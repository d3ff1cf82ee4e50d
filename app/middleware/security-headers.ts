import type { MiddlewareFunction } from "react-router";
import { nonceContext } from "#app/context.ts";
import { randomToken } from "#app/lib/bytes.ts";

/** Sets headers on every response of the worker. Static files get theirs from public/_headers. */
export const securityHeaders: MiddlewareFunction<Response> = async ({ url, context }, next) => {
  const nonce = randomToken(16);
  context.set(nonceContext, nonce);
  const response = await next();

  const defaults: Record<string, string> = {
    "Content-Security-Policy": contentSecurityPolicy(nonce),
    // Pages depend on the user and the language: no cache may keep one, or show it after sign-out.
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    // Not no-referrer: browsers would send "Origin: null" on form posts, which the same-origin check refuses.
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), browsing-topics=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    Vary: "Accept-Language, Cookie, Save-Data",
  };
  if (url.protocol === "https:") {
    defaults["Strict-Transport-Security"] = "max-age=31536000; includeSubDomains";
  }
  for (const [name, value] of Object.entries(defaults)) {
    if (!response.headers.has(name)) response.headers.set(name, value);
  }
  return response;
};

function contentSecurityPolicy(nonce: string): string {
  // Vite's development server adds styles by script, and talks to the browser over a WebSocket.
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
  ].join("; ");
}
