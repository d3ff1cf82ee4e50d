import type { Cookie } from "react-router";
import { TRACE_COOKIES } from "#app/cookies.ts";
import { signedCookie } from "#app/core/http/signed-cookie.server.ts";
import { serializeCookie } from "#app/core/lib/cookie.ts";
import type { Settings } from "#app/settings.ts";
import { dropClaim } from "./claim.server.ts";
import { recentRoleCookie } from "./recent-role.server.ts";
import { ABSOLUTE_LIMIT } from "./session.server.ts";

/**
 * The cookie with the session token. It lasts as long as a session possibly can; the database decides when the session
 * actually expires.
 */
export function sessionCookie(settings: Settings, url: URL): Cookie {
  return signedCookie("session", settings, url, ABSOLUTE_LIMIT / 1000);
}

/** The headers that delete everything about a session from its browser. */
export async function signedOutHeaders(settings: Settings, url: URL): Promise<Headers> {
  const headers = new Headers();
  headers.append("Set-Cookie", await sessionCookie(settings, url).serialize("", { maxAge: 0 }));
  headers.append("Set-Cookie", await recentRoleCookie(settings, url).serialize("", { maxAge: 0 }));
  headers.append("Set-Cookie", await dropClaim(settings, url));
  for (const name of TRACE_COOKIES) {
    headers.append("Set-Cookie", serializeCookie({ name, value: "", maxAge: 0 }, url));
  }
  return headers;
}
