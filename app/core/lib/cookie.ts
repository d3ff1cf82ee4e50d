import type { CookieName } from "#app/cookies.ts";

/** A cookie whose value is plain text that needs no encoding, such as a word or a key. */
interface PlainCookie {
  name: CookieName;
  value: string;
  /** How long the cookie lasts, in seconds; if omitted, for the browser session. */
  maxAge?: number;
  /** Defaults to "/". */
  path?: string;
  /** Hides the cookie from script. */
  httpOnly?: boolean;
}

/**
 * Formats a cookie for the Set-Cookie header and document.cookie.
 * @param url the site's: on https the cookie is Secure
 */
export function serializeCookie(
  { name, value, maxAge, path = "/", httpOnly = false }: PlainCookie,
  url: { protocol: string },
): string {
  const attributes = [
    `${name}=${value}`,
    maxAge !== undefined && `Max-Age=${maxAge}`,
    `Path=${path}`,
    "SameSite=Lax",
    httpOnly && "HttpOnly",
    url.protocol === "https:" && "Secure",
  ];
  return attributes.filter(Boolean).join("; ");
}

/** The value of a cookie in a Cookie header or document.cookie; null if there is none. */
export function readCookie(header: string | null, name: CookieName): string | null {
  for (const pair of header?.split(";") ?? []) {
    const [key, ...value] = pair.trim().split("=");
    if (key === name) return value.join("=");
  }
  return null;
}
