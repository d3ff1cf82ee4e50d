import { isLinkProof, linkProof } from "#app/core/http/link-proof.server.ts";
import { DAY } from "#app/core/lib/durations.ts";
import type { Settings } from "#app/settings.ts";

/** How long the link of a notice works, in milliseconds (docs/product.md, Numbers). */
export const LINK_LIFE = 7 * DAY;

const PURPOSE = "not-me";

/** The URL of a notice's link "This was not me". */
export async function notMeUrl(settings: Settings, site: string, noticeId: string): Promise<string> {
  const url = new URL("/not-me", site);
  const proof = await linkProof(settings, PURPOSE, noticeId);
  url.search = new URLSearchParams({ notice: noticeId, proof }).toString();
  return url.href;
}

/** The id of the link's notice; null if we did not make the link. */
export async function noticeOfLink(settings: Settings, url: URL): Promise<string | null> {
  const id = url.searchParams.get("notice") ?? "";
  const proof = url.searchParams.get("proof") ?? "";
  return (await isLinkProof(settings, PURPOSE, id, proof)) ? id : null;
}
