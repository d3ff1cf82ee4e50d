/** Where browsers report violations of the Content-Security-Policy. */
export const CSP_REPORTS_PATH = "/csp-reports";

/**
 * The headers of every response of the worker. Static files get theirs from public/_headers.
 * @param policy the Content-Security-Policy
 * @param protocol the request's: over plain http, browsers ignore Strict-Transport-Security
 */
export function baseHeaders(policy: string, protocol: string): Record<string, string> {
  return {
    "Content-Security-Policy": policy,
    // Pages depend on the user and the language, so no cache may keep one, or show it after sign-out.
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    // Not no-referrer, because browsers would send "Origin: null" on form posts, which the same-origin check refuses.
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), browsing-topics=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    ...(protocol === "https:" && { "Strict-Transport-Security": "max-age=31536000; includeSubDomains" }),
  };
}
