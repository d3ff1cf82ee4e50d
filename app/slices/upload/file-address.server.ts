import { href } from "react-router";
import { isLinkProof, linkProof } from "#app/core/http/link-proof.server.ts";
import type { Settings } from "#app/settings.ts";

/** What the proof in an address of a file is for. */
const PURPOSE = "file";

/**
 * The path of a picture in one of its sizes. Whoever was shown it may see the picture, as long as the file is there: nobody
 * can guess it, and what is at it never changes.
 */
export const fileAddress = async (settings: Settings, id: string, size: string): Promise<string> =>
  href("/files/:id/:size/:proof", { id, size, proof: await linkProof(settings, PURPOSE, `${id}/${size}`) });

/** Whether we made an address. */
export const isFileAddress = (
  settings: Settings,
  { id, size, proof }: { id: string; size: string; proof: string },
): Promise<boolean> => isLinkProof(settings, PURPOSE, `${id}/${size}`, proof);
