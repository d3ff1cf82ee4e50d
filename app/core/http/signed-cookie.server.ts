import { type Cookie, createCookie } from "react-router";
import type { CookieName } from "#app/cookies.ts";
import type { Settings } from "#app/settings.ts";

/**
 * A signed cookie that script can't read.
 *
 * @param origin the request's. Over https the name gets the `__Host-` prefix, which browsers accept only with Secure,
 *   without Domain and with Path=/. Plain http (a developer's machine) can have neither the prefix nor Secure.
 * @param maxAge in seconds
 */
export function signedCookie(name: CookieName, settings: Settings, origin: URL, maxAge: number): Cookie {
  const secure = origin.protocol === "https:";
  return createCookie(secure ? `__Host-${name}` : name, {
    httpOnly: true,
    secure,
    sameSite: "lax",
    path: "/",
    maxAge,
    // One key per cookie, so that a value signed for one can't be passed off as another.
    secrets: settings.COOKIE_SECRETS.map((secret) => `${name}:${secret}`),
  });
}
