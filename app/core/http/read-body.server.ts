import type { ErrorCode } from "#app/error-codes.ts";

/** The status that says why a body could not be read. */
export type BodyRefusal = 400 | 408 | 413;

/** What the catalogue of errors calls the reasons why a body could not be read. */
export const BODY_REFUSALS = {
  400: "INVALID_REQUEST",
  408: "REQUEST_TIMEOUT",
  413: "PAYLOAD_TOO_LARGE",
} as const satisfies Record<BodyRefusal, ErrorCode>;

type ReadBody = { ok: true; body: Blob } | { ok: false; status: BodyRefusal };

/**
 * Reads the body of a request, but no more than a limit, whatever Content-Length claims, and for no longer than a limit.
 * @param limits.timeLimit in milliseconds
 * @param limits.readsOn whether a body that is too large is read to its end all the same, to be forgotten: a browser shows no
 *   answer that comes while it still sends
 * @returns the body, or why there is none: 413 if it is larger, 408 if it took longer, 400 if the connection broke or the
 *   body is not what the headers say
 */
export async function readBody(
  request: Request,
  { maxBytes, timeLimit, readsOn = false }: { maxBytes: number; timeLimit: number; readsOn?: boolean },
): Promise<ReadBody> {
  if (!request.body) return { ok: true, body: new Blob() };
  const reader = request.body.getReader();
  const { promise: timeUp, resolve } = Promise.withResolvers<"late">();
  const timer = setTimeout(resolve, timeLimit, "late");
  const refuse = (status: BodyRefusal): ReadBody => {
    // What is still sent is of no use, and a sender that has stopped would never end.
    reader.cancel().catch(() => {});
    return { ok: false, status };
  };
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  try {
    while (true) {
      const read = await Promise.race([reader.read(), timeUp]);
      if (read === "late") return refuse(408);
      if (read.done) return length > maxBytes ? refuse(413) : { ok: true, body: new Blob(chunks) };
      length += read.value.byteLength;
      if (length <= maxBytes) chunks.push(read.value);
      else if (readsOn) chunks.length = 0;
      else return refuse(413);
    }
  } catch {
    return refuse(400);
  } finally {
    clearTimeout(timer);
  }
}
