import { signedCookie } from "#app/http/signed-cookie.server.ts";
import type { Settings } from "#app/settings.ts";

/** As long as the state of remix-auth-oauth2 is good for, in seconds. */
const MAX_AGE_SECONDS = 5 * 60;

/** The cookie that holds where someone was going who is away at a provider: `{ state, returnTo }`. */
export const returnCookie = (settings: Settings, url: URL) =>
  signedCookie("oauth-return", settings, url, MAX_AGE_SECONDS);
