import type { RouterContextProvider } from "react-router";
import { askAgainContext } from "#app/context.ts";
import { BODY_REFUSALS, readBody } from "#app/core/http/read-body.server.ts";
import { refusalInPlace } from "#app/core/http/refusal.server.ts";
import { MINUTE } from "#app/core/lib/durations.ts";
import { fieldsOf, formTypeOf } from "./read-form.server.ts";

/** How long an upload may take, in milliseconds (docs/product.md, Numbers). */
const TIME_LIMIT = 5 * MINUTE;

/** What a form adds to the file that it sends, in bytes. */
const FRAME_BYTES = 64 * 1024;

/**
 * How many uploads an isolate takes at once. It has 128 MB of memory
 * (https://developers.cloudflare.com/workers/platform/limits/), and each upload is in it up to three times while it is parsed.
 */
const AT_ONCE = 5;

let underWay = 0;

/**
 * Reads a form with files, and hands it to what uses it. The path is one of `UPLOADS` (http/uploads.ts). Reading can take
 * minutes, so the guards of the route ask again after it.
 * @param maxBytes what the files may have together
 * @param use gets null if they have more
 * @throws a response: 415 if the body isn't a form, 408 if it is too slow, 400 if it can't be read, 503 if too many are under
 *   way, and what the guards answer to somebody who may no longer send it
 */
export async function withUpload<Result>(
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
  maxBytes: number,
  use: (form: FormData | null) => Promise<Result>,
): Promise<Result> {
  const type = formTypeOf(request);
  if (underWay >= AT_ONCE) throw refusalInPlace(context, "TOO_MANY_UPLOADS");
  underWay += 1;
  try {
    const limits = { maxBytes: maxBytes + FRAME_BYTES, timeLimit: TIME_LIMIT, readsOn: true };
    const read = await readBody(request, limits);
    await context.get(askAgainContext)();
    if (read.ok) return await use(await fieldsOf(read.body, type));
    if (read.status === 413) return await use(null);
    throw refusalInPlace(context, BODY_REFUSALS[read.status]);
  } finally {
    underWay -= 1;
  }
}
