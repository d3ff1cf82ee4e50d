import type { ErrorCode } from "#app/error-codes.ts";

/** The status that says why a body could not be read. */
export type BodyRefusal = 400 | 408 | 413;

/** The error code for each reason why a body could not be read. */
export const BODY_REFUSALS = {
  400: "INVALID_REQUEST",
  408: "REQUEST_TIMEOUT",
  413: "PAYLOAD_TOO_LARGE",
} as const satisfies Record<BodyRefusal, ErrorCode>;

type ReadBody = { ok: true; body: Blob } | { ok: false; status: BodyRefusal };

/**
 * Reads the body of a request within limits on its size, whatever Content-Length claims, and on time.
 * @param limits.timeLimit in milliseconds
 * @param limits.readsOn for a body that is too large: whether to read and discard the rest, because a browser shows no
 * response that arrives while it is still sending
 * @returns the body, or why there is none: 413 if it is too large, 408 if it took too long, 400 if the connection broke
 *   or the body doesn't match the headers
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
    // The rest of the body is of no use, and a sender that has stalled would never finish.
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
