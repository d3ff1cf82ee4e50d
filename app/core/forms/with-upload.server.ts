import type { RouterContextProvider } from "react-router";
import { repeatChecksContext } from "#app/context.ts";
import { BODY_REFUSALS, readBody } from "#app/core/http/read-body.server.ts";
import { refusalInPlace } from "#app/core/http/refusal.server.ts";
import { UploadSlots } from "#app/core/http/upload-slots.server.ts";
import { MINUTE } from "#app/core/lib/durations.ts";
import { fieldsOf, formTypeOf } from "./read-form.server.ts";

/** How long an upload may take, in milliseconds (docs/product.md, Numbers). */
const TIME_LIMIT = 5 * MINUTE;

/** What a form adds to the size of its file, in bytes. */
const FRAME_BYTES = 64 * 1024;

/**
 * How many uploads an isolate takes at the same time. It has 128 MB of memory
 * (https://developers.cloudflare.com/workers/platform/limits/), and parsing an upload takes up to three times its size.
 */
const slots = new UploadSlots(5);

/**
 * Reads a form with files, and passes it to `use`. The path must be in `UPLOADS` (http/uploads.ts). Reading
 * can take minutes, so the route's guards check again afterwards.
 * @param maxBytes the most that all files may have together
 * @param use gets null if the files are larger than that
 * @throws a response: 415 if the body isn't a form, 408 if it is too slow, 400 if it can't be read, 503 if
 *   too many uploads are pending, and the guards' refusal if the sender has lost access
 */
export async function withUpload<Result>(
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
  maxBytes: number,
  use: (form: FormData | null) => Promise<Result>,
): Promise<Result> {
  const type = formTypeOf(request);
  return slots.use(context, async () => {
    const limits = { maxBytes: maxBytes + FRAME_BYTES, timeLimit: TIME_LIMIT, readsOn: true };
    const read = await readBody(request, limits);
    await context.get(repeatChecksContext)();
    if (read.ok) return await use(await fieldsOf(read.body, type));
    if (read.status === 413) return await use(null);
    throw refusalInPlace(context, BODY_REFUSALS[read.status]);
  });
}
