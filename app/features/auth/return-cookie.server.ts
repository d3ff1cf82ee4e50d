import { signedCookie } from "#app/http/signed-cookie.server.ts";
import type { Settings } from "#app/settings.ts";

/** The lifetime of remix-auth-oauth2's state, in seconds. */
const MAX_AGE_SECONDS = 5 * 60;

/** The cookie that remembers where to return to after a visit to a provider: `{ state, returnTo }`. */
export const returnCookie = (settings: Settings, url: URL) =>
  signedCookie("oauth-return", settings, url, MAX_AGE_SECONDS);
