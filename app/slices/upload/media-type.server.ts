import { fileTypeFromBuffer } from "file-type";

/** How many of a file's first bytes are enough to detect its type, according to the documentation of file-type. */
export const TELLING_BYTES = 4100;

/** Bytes that text does not contain (https://mimesniff.spec.whatwg.org/#binary-data-byte). */
const isBinary = (byte: number) =>
  byte <= 0x08 || byte === 0x0b || (byte >= 0x0e && byte <= 0x1a) || (byte >= 0x1c && byte <= 0x1f);

/**
 * Detects the media type of a file, whatever its name says.
 * @param first the file's first bytes: TELLING_BYTES, or all of a shorter file
 * @returns the media type; "" if it is not known
 */
export async function mediaTypeOf(first: Uint8Array): Promise<string> {
  const known = await fileTypeFromBuffer(first);
  if (known) return known.mime;
  return first.some(isBinary) ? "" : "text/plain";
}
