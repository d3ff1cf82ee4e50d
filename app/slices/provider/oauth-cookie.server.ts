import type { Cookie } from "react-router";
import * as z from "zod";
import { signedCookie } from "#app/core/http/signed-cookie.server.ts";
import type { Settings } from "#app/settings.ts";

/** How long a visit to a provider may take, in seconds. */
const MAX_AGE_SECONDS = 5 * 60;

/** What this browser must remember until its user comes back from a provider. */
const visitSchema = z.object({
  /** The name of the provider. A response from another provider does not belong to this visit. */
  provider: z.string(),
  /** remix-auth-oauth2's own cookie, with the PKCE code verifier: `name=value`. */
  strategyCookie: z.string(),
  /** A random value that the visit's ID token must repeat. */
  nonce: z.string(),
  /** The page that the visitor wanted: a path on this site. */
  returnTo: z.string().nullable(),
  /** The id of the signed-in user for whom the account is linked; null for a sign-in with the account. */
  linkTo: z.string().nullable(),
});

/** A visit to a provider, from its cookie. */
export type ProviderVisit = z.output<typeof visitSchema>;

/**
 * The cookie of one visit to a provider. Each tab has its own cookie, because the name contains the visit's state. It
 * replaces the library's cookie, which is not signed and has no `__Host-` prefix, so another host of the domain could
 * set it.
 */
export const oauthCookie = (settings: Settings, url: URL, state: string): Cookie =>
  signedCookie(`oauth-${state}`, settings, url, MAX_AGE_SECONDS);

/**
 * The visit from which a request comes back; null if this browser began no visit to that provider with the state in the
 * URL.
 * @param provider the name of the provider in the callback's URL
 */
export async function readProviderVisit(
  request: Request,
  settings: Settings,
  url: URL,
  provider: string | undefined,
): Promise<ProviderVisit | null> {
  const state = url.searchParams.get("state");
  if (!state) return null;
  const stored: unknown = await oauthCookie(settings, url, state).parse(request.headers.get("Cookie"));
  const { data: visit } = visitSchema.safeParse(stored);
  return visit && visit.provider === provider ? visit : null;
}
