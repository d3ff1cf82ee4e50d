import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { default as Busboy, type BusboyFileStream } from "@fastify/busboy";
import { formTypeOf } from "#app/core/forms/read-form.server.ts";
import { MINUTE } from "#app/core/lib/durations.ts";

/** The time limit for an upload, in milliseconds (docs/product.md, Numbers). */
export const TIME_LIMIT = 5 * MINUTE;

/** The limits of the rest of the form, without the file. */
const LIMITS = { files: 1, fields: 20, fieldSize: 1000, parts: 21, headerPairs: 20 };

/** A file during its upload, in a form or as the whole body of a request. */
export interface FilePart {
  /** The name of the file. */
  name: string;
  /** The bytes of the file, up to the limit, even if the file is longer. */
  chunks: AsyncIterable<Uint8Array>;
  /** Whether the file is longer than the limit. Known once the chunks have ended. */
  isTooLarge: () => boolean;
}

/**
 * Reads the field `file` of a form as a stream, so that it is never in memory as a whole. The form is always read to
 * its end, because browsers show no response while they are still sending.
 * @param use gets the file, and may leave the rest of the file unread
 * @returns the result of `use`; null if the form has no such file
 * @throws a 415 response if the body is not a form; "late" if the upload takes too long, "malformed" if the form can't
 *   be parsed or the connection breaks; and the errors of `use`
 */
export async function readFilePart<Result>(
  request: Request,
  maxBytes: number,
  use: (part: FilePart) => Promise<Result>,
): Promise<Result | null> {
  const type = formTypeOf(request);
  let part: BusboyFileStream | undefined;
  let used: Promise<Result> | undefined;
  const late = AbortSignal.timeout(TIME_LIMIT);
  try {
    const parser = new Busboy({
      headers: { "content-type": type },
      limits: { ...LIMITS, fileSize: maxBytes },
    });
    parser.on("file", (field, stream, name) => {
      if (field !== "file" || used) {
        stream.resume();
        return;
      }
      part = stream;
      const chunks = stream.iterator({ destroyOnReturn: false });
      used = use({ name: name ?? "", chunks, isTooLarge: () => stream.truncated });
      // Reads what `use` has left unread. A failure is thrown below.
      used
        .catch(() => {})
        .then(() => chunks.return?.())
        .then(() => stream.resume());
    });
    const body = Readable.fromWeb(request.body as Parameters<typeof Readable.fromWeb>[0]);
    await pipeline(body, parser, { signal: late });
  } catch (cause) {
    // This also ends the stream that `use` reads.
    part?.destroy(cause as Error);
    await used?.catch(() => {});
    throw new FilePartError(late.aborted ? "late" : "malformed", { cause });
  }
  return (await used) ?? null;
}

/** Why a form could not be read. */
export class FilePartError extends Error {
  override name = "FilePartError";
  declare readonly message: "late" | "malformed";
}
