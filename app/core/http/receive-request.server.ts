import { type BodyRefusal, readBody } from "./read-body.server.ts";
import { isSafe } from "./safe-methods.ts";
import { isUpload } from "./uploads.ts";

/**
 * The limits for the body of a form or an API call (docs/product.md, Numbers). `maxBytes` is many times what
 * any of them needs. `timeLimit` is enough milliseconds for a slow network.
 */
export const BODY_LIMITS = { maxBytes: 64 * 1024, timeLimit: 30_000 };

/**
 * Waits until the whole body of an unsafe request has arrived. A sender can hold the body back for minutes. Whatever
 * decides whether they may write (a session, a role, a token, the time) is looked up afterwards, so that it is current
 * when the request takes effect (docs/decisions/0068).
 *
 * A form with a file that is larger than our other forms is left unread, because only senders who may upload should
 * make us keep it in memory. Its action reads it, and the guards then check again (forms/with-upload.server.ts).
 * @returns the request with its body in memory; with `refusal`, why the body could not be read
 */
export async function receiveRequest(
  request: Request,
): Promise<{ request: Request; refusal: BodyRefusal | null }> {
  if (isSafe(request) || !request.body) return { request, refusal: null };
  const length = Number(request.headers.get("Content-Length") ?? Number.NaN);
  const isSmall = length <= BODY_LIMITS.maxBytes;
  const mayHaveFile = !hasFieldsOnly(request) && isUpload(new URL(request.url).pathname);
  if (!isSmall && mayHaveFile) return { request, refusal: null };
  const read = await readBody(request, BODY_LIMITS);
  return read.ok
    ? { request: new Request(request, { body: read.body }), refusal: null }
    : { request: new Request(request, { body: null }), refusal: read.status };
}

/** Whether a form's content type is one that can't hold a file. */
export const hasFieldsOnly = (request: Request): boolean =>
  /^application\/x-www-form-urlencoded\b/i.test(request.headers.get("Content-Type") ?? "");
