import { hmac, verifyHmac } from "#app/core/lib/hmac.ts";
import type { Settings } from "#app/settings.ts";

// The link of an email, or one that somebody passes on, works without signing in because it has a proof that we made it: an HMAC
// over what it names. Nothing secret is stored, so whoever reads the database can't make a link.

/** One key for each purpose, so that what is signed for one is no proof for another. */
const keysOf = ({ COOKIE_SECRETS }: Settings, purpose: string) =>
  COOKIE_SECRETS.map((secret) => `${purpose}:${secret}`);

/** The proof of a link, for its URL (43 characters). @param named all that the link names */
export const linkProof = (settings: Settings, purpose: string, named: string): Promise<string> =>
  hmac(keysOf(settings, purpose)[0] ?? "", named);

/** Whether a proof is that of a link that we made, with any secret that the settings still have. */
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
