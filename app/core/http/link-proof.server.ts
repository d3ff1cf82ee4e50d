import { hmac, verifyHmac } from "#app/core/lib/hmac.ts";
import type { Settings } from "#app/settings.ts";

// A link in an email, or one that somebody passes on, works without signing in because its proof shows that we made it:
// an HMAC of the link's data. Nothing secret is stored, so nobody can make a link from the database alone.

/** One key per purpose, so that a signature for one purpose does not work for another. */
const keysOf = ({ COOKIE_SECRETS }: Settings, purpose: string) =>
  COOKIE_SECRETS.map((secret) => `${purpose}:${secret}`);

/** The proof in a link's URL (43 characters). @param named all the data of the link */
export const linkProof = (settings: Settings, purpose: string, named: string): Promise<string> =>
  hmac(keysOf(settings, purpose)[0] ?? "", named);

/** Whether a proof belongs to a link that we made, with any of the secrets in the settings. */
export async function isLinkProof(
  settings: Settings,
  purpose: string,
  named: string,
  proof: string,
): Promise<boolean> {
  for (const key of keysOf(settings, purpose)) {
    if (await verifyHmac(key, named, proof)) return true;
  }
  return false;
}
