import { data } from "react-router";
import { type FileObjection, MAX_MEGABYTES } from "./book-file.server.ts";

const MAX_BYTES = MAX_MEGABYTES * 1024 * 1024;

/** What a form adds to the file that it sends. */
const FRAME_BYTES = 64 * 1024;

const TOO_LARGE: FileObjection = { ok: false, message: "import:errors.tooLarge" };

/**
 * Reads the file of the form that imports books. This form alone may be larger than the others (forms/read-form.server.ts).
 * @throws a response: 415 if the body isn't a form, 400 if it can't be read
 */
export async function readUpload(
  request: Request,
): Promise<{ ok: true; name: string; bytes: ArrayBuffer } | FileObjection> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) {
    throw data(null, { status: 415 });
  }
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  try {
    // Read to its end even if it is too large: a browser that is still sending would not see the answer.
    for await (const chunk of request.body ?? []) {
      length += chunk.byteLength;
      if (length <= MAX_BYTES + FRAME_BYTES) chunks.push(chunk);
      else chunks.length = 0;
    }
  } catch {
    throw data(null, { status: 400 });
  }
  if (length > MAX_BYTES + FRAME_BYTES) return TOO_LARGE;
  const form = await new Response(new Blob(chunks), { headers: { "Content-Type": type } })
    .formData()
    .catch(() => {
      throw data(null, { status: 400 });
    });
  const file = form.get("file");
  // A browser sends a file without a name and content if none was chosen.
  if (!(file instanceof File) || (file.name === "" && file.size === 0)) {
    return { ok: false, message: "import:errors.missing" };
  }
  if (file.size > MAX_BYTES) return TOO_LARGE;
  return { ok: true, name: file.name.slice(0, 100), bytes: await file.arrayBuffer() };
}
