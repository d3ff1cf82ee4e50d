import type { Cookie } from "react-router";
import type { CodePurpose } from "#app/db/schema.ts";
import { signedCookie } from "#app/http/signed-cookie.server.ts";
import type { Settings } from "#app/settings.ts";

/** An hour: longer than any code is valid, so a late code is reported as expired, not as unknown. */
const MAX_AGE_SECONDS = 60 * 60;

/** The cookie with the id of the login challenge that this browser requested. */
export function loginChallengeCookie(settings: Settings, url: URL, purpose: CodePurpose = "sign-in"): Cookie {
  return signedCookie(purpose, settings, url, MAX_AGE_SECONDS);
}
