import { DAY } from "#app/core/lib/durations.ts";
import { hmac, verifyHmac } from "#app/core/lib/hmac.ts";
import type { Settings } from "#app/settings.ts";

/** How long the link of a notice works, in milliseconds (docs/product.md, Numbers). */
export const LINK_LIFE = 7 * DAY;

/** One key for this purpose, so that nothing else that these secrets sign can be passed off as a proof. */
const keysOf = ({ COOKIE_SECRETS }: Settings) => COOKIE_SECRETS.map((secret) => `not-me:${secret}`);

/**
 * The link "This was not me" of a notice. Its proof is an HMAC over the notice's id: nothing secret is stored, and who
 * reads the database can't make one.
 */
export async function notMeUrl(settings: Settings, site: string, noticeId: string): Promise<string> {
  const [key = ""] = keysOf(settings);
  const url = new URL("/not-me", site);
  url.search = new URLSearchParams({ notice: noticeId, proof: await hmac(key, noticeId) }).toString();
  return url.href;
}

/** The id of the notice whose link this is, or null if we did not make it. */
export async function noticeOfLink(settings: Settings, url: URL): Promise<string | null> {
  const id = url.searchParams.get("notice") ?? "";
  const proof = url.searchParams.get("proof") ?? "";
  for (const key of keysOf(settings)) {
    if (await verifyHmac(key, id, proof)) return id;
  }
  return null;
}
