import { data } from "react-router";
import { readBody } from "#app/http/read-body.server.ts";

/** Many times more than any of our forms needs. */
const MAX_BYTES = 64 * 1024;
/** Likewise. conform's time grows with the square of how often a name repeats: 64 KB of "a&a&a" would take seconds. */
const MAX_FIELDS = 500;

/**
 * Reads the fields of a posted form. The request stays readable.
 *
 * @throws a response: 415 if the body isn't a form, 413 if it is too large or has too many fields, 400 if it can't be read
 *   or parsed
 */
export async function readForm(request: Request): Promise<FormData> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) {
    throw data(null, { status: 415 });
  }
  const body = await readBody(request.clone(), MAX_BYTES).catch(() => {
    // The sender's connection broke, or its body is not what its headers say: no error of ours.
    throw data(null, { status: 400 });
  });
  if (!body) throw data(null, { status: 413 });
  const form = await new Response(body, { headers: { "Content-Type": type } }).formData().catch(() => {
    throw data(null, { status: 400 });
  });
  if ([...form.keys()].length > MAX_FIELDS) throw data(null, { status: 413 });
  return form;
}
