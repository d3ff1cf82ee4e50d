import type { Cookie } from "react-router";
import { signedCookie } from "#app/http/signed-cookie.server.ts";
import type { Settings } from "#app/settings.ts";
import { ABSOLUTE_LIMIT } from "./session.server.ts";

/**
 * The cookie that holds the session token. It lasts as long as a session can at most; the database decides when the
 * session really expires.
 */
export function sessionCookie(settings: Settings, url: URL): Cookie {
  return signedCookie("session", settings, url, ABSOLUTE_LIMIT / 1000);
}
