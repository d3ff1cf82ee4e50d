import { type Encoding, isEncoding } from "./encodings.ts";
import { MAX_MEGABYTES } from "./file-lines.server.ts";
import type { FileObjection } from "./file-text.server.ts";

/** The size limit of a file, in bytes. */
export const MAX_BYTES = MAX_MEGABYTES * 1024 * 1024;

const TOO_LARGE: FileObjection = { ok: false, message: "import:errors.tooLarge" };

/**
 * The uploaded file of the form.
 * @param form null if the body was too large to be read
 */
export async function fileOf(
  form: FormData | null,
): Promise<{ ok: true; name: string; bytes: ArrayBuffer; encoding: Encoding | null } | FileObjection> {
  if (!form) return TOO_LARGE;
  const file = form.get("file");
  // If no file was selected, browsers send one without name and content.
  if (!(file instanceof File) || (file.name === "" && file.size === 0)) {
    return { ok: false, message: "import:errors.missing" };
  }
  if (file.size > MAX_BYTES) return TOO_LARGE;
  const encoding = form.get("encoding");
  return {
    ok: true,
    name: file.name.slice(0, 100),
    bytes: await file.arrayBuffer(),
    encoding: isEncoding(encoding) ? encoding : null,
  };
}
