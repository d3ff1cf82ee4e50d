import { href } from "react-router";
import { isLinkProof, linkProof } from "#app/core/http/link-proof.server.ts";
import type { Settings } from "#app/settings.ts";

const PURPOSE = "share";

/**
 * The link to a shared book or shelf. Nobody can guess it (256 bits). Its proof is in the query, which is not logged.
 * @param site an origin
 */
export async function shareUrl(settings: Settings, site: string, id: string): Promise<string> {
  const url = new URL(href("/shared/:id", { id }), site);
  url.searchParams.set("proof", await linkProof(settings, PURPOSE, id));
  return url.href;
}

/** Whether a URL is a link that we made. */
export const isShareLink = (settings: Settings, id: string, url: URL): Promise<boolean> =>
  isLinkProof(settings, PURPOSE, id, url.searchParams.get("proof") ?? "");
