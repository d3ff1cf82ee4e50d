import { data } from "react-router";

/** Many times more than any of our forms needs. */
const MAX_BYTES = 64 * 1024;

/**
 * Reads the fields of a posted form. The request stays readable.
 *
 * @throws a response: 415 if the body isn't a form, 413 if it is too large, 400 if it can't be parsed
 */
export async function readForm(request: Request): Promise<FormData> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) {
    throw data(null, { status: 415 });
  }
  const body = await readBody(request.clone());
  try {
    return await new Response(body, { headers: { "Content-Type": type } }).formData();
  } catch {
    throw data(null, { status: 400 });
  }
}

/** Stops reading at the limit, whatever Content-Length claims. */
async function readBody(request: Request): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength;
    if (length > MAX_BYTES) throw data(null, { status: 413 });
    chunks.push(chunk);
  }
  return new Blob(chunks);
}
