import { fileTypeFromBuffer } from "file-type";

/** How many bytes say what a file is, at most (the documentation of file-type). */
export const TELLING_BYTES = 4100;

/** The bytes that text has not (https://mimesniff.spec.whatwg.org/#binary-data-byte). */
const isBinary = (byte: number) =>
  byte <= 0x08 || byte === 0x0b || (byte >= 0x0e && byte <= 0x1a) || (byte >= 0x1c && byte <= 0x1f);

/**
 * What a file is, whatever its name says.
 * @param first its first bytes, as many as TELLING_BYTES if it has them
 * @returns its media type; "" if that is not known
 */
export async function mediaTypeOf(first: Uint8Array): Promise<string> {
  const known = await fileTypeFromBuffer(first);
  if (known) return known.mime;
  return first.some(isBinary) ? "" : "text/plain";
}
