import { data } from "react-router";
import { readBody } from "#app/core/http/read-body.server.ts";
import { BODY_LIMITS } from "#app/core/http/receive-request.server.ts";

/** Many times more fields than any of our forms has. conform's time grows with the square of a name's repetitions. */
const MAX_FIELDS = 500;

/**
 * Reads the fields of a posted form. The request stays readable.
 *
 * @throws a response: 415 if the body isn't a form, 413 if it is too large or has too many fields, 400 if it can't be
 *   parsed
 */
export async function readForm(request: Request): Promise<FormData> {
  const type = formTypeOf(request);
  // A form has arrived already (receive-request.server.ts), except an upload, which may be larger than this limit.
  const read = await readBody(request.clone(), BODY_LIMITS);
  if (!read.ok) throw data(null, { status: read.status });
  const form = await fieldsOf(read.body, type);
  if ([...form.keys()].length > MAX_FIELDS) throw data(null, { status: 413 });
  return form;
}

/**
 * The content type of a posted form.
 * @throws a 415 response if the body isn't a form
 */
export function formTypeOf(request: Request): string {
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) {
    throw data(null, { status: 415 });
  }
  return type;
}

/**
 * The fields in the body of a form.
 * @throws a 400 response if it can't be parsed
 */
export const fieldsOf = (body: Blob, type: string): Promise<FormData> =>
  new Response(body, { headers: { "Content-Type": type } }).formData().catch(() => {
    throw data(null, { status: 400 });
  });
