import { href } from "react-router";
import { isLinkProof, linkProof } from "#app/core/http/link-proof.server.ts";
import type { Settings } from "#app/settings.ts";

/** The purpose of the proof in a file's address. */
const PURPOSE = "file";

/**
 * The path of a picture in one of its sizes. Nobody can guess the path, so anyone who has it may see the picture, as
 * long as the file exists. The content at a path never changes.
 */
export const fileAddress = async (settings: Settings, id: string, size: string): Promise<string> =>
  href("/files/:id/:size/:proof", { id, size, proof: await linkProof(settings, PURPOSE, `${id}/${size}`) });

/** Whether an address was made by {@link fileAddress}. */
export const isFileAddress = (
  settings: Settings,
  { id, size, proof }: { id: string; size: string; proof: string },
): Promise<boolean> => isLinkProof(settings, PURPOSE, `${id}/${size}`, proof);
