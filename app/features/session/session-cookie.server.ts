import type { Cookie } from "react-router";
import { signedCookie } from "#app/http/signed-cookie.server.ts";
import type { Settings } from "#app/settings.ts";
import { ABSOLUTE_LIMIT } from "./session.server.ts";

/**
 * The cookie that holds the session token. It lives as long as a session can; how long this one lives is the
 * database's to say.
 */
export function sessionCookie(settings: Settings, url: URL): Cookie {
  return signedCookie("session", settings, url, ABSOLUTE_LIMIT / 1000);
}
