import type { Cookie } from "react-router";
import type { CodePurpose } from "#app/db/schema.ts";
import { signedCookie } from "#app/http/signed-cookie.server.ts";
import type { Settings } from "#app/settings.ts";

/** An hour: longer than any code is valid, so that a late one can be called expired and not unknown. */
const MAX_AGE_SECONDS = 60 * 60;

/** The cookie that holds the id of the login challenge this browser asked for. */
export function loginChallengeCookie(settings: Settings, url: URL, purpose: CodePurpose = "sign-in"): Cookie {
  return signedCookie(purpose, settings, url, MAX_AGE_SECONDS);
}
