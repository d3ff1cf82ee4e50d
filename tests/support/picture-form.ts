import { postFile } from "./upload-files.ts";
import type { Visitor } from "./visitor.ts";

/** Sends a file as the form of the reader's picture does. @param file its bytes; null for a form without a file */
export const sendPicture = (
  visitor: Visitor,
  file: Uint8Array<ArrayBuffer> | null,
  options: { name?: string; path?: string } = {},
): Promise<Response> => postFile(visitor, file, { path: "/account/picture", ...options });
