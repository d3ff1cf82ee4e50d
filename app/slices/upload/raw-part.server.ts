import { Readable } from "node:stream";
import { parse } from "content-disposition";
import { type FilePart, FilePartError, TIME_LIMIT } from "./file-part.server.ts";

/**
 * Reads a body that is a file, as a stream, like readFilePart() reads the file of a form. The file's name is in the
 * header Content-Disposition. The body is always read to its end, because many programs read no response while they are
 * still sending.
 * @param use gets the file, and may leave the rest of the file unread
 * @throws "late" if the upload takes too long, "malformed" if the connection breaks; and the errors of `use`
 */
export async function readRawPart<Result>(
  request: Request,
  maxBytes: number,
  use: (part: FilePart) => Promise<Result>,
): Promise<Result | null> {
  if (!request.body) return null;
  const late = AbortSignal.timeout(TIME_LIMIT);
  const body = Readable.fromWeb(request.body as Parameters<typeof Readable.fromWeb>[0], { signal: late });
  let bytes = 0;
  let broken: unknown;
  async function* upToLimit(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of body.iterator({ destroyOnReturn: false })) {
        bytes += chunk.byteLength;
        if (bytes > maxBytes) return;
        yield chunk;
      }
    } catch (cause) {
      broken = cause;
      throw cause;
    }
  }
  try {
    const used = await use({
      name: nameIn(request.headers.get("Content-Disposition")),
      chunks: upToLimit(),
      isTooLarge: () => bytes > maxBytes,
    });
    for await (const _ of body);
    return used;
  } catch (cause) {
    if (broken === undefined && !late.aborted && !body.errored) throw cause;
    throw new FilePartError(late.aborted ? "late" : "malformed", { cause });
  }
}

/** The file name in a Content-Disposition header; "" if it has none. */
function nameIn(header: string | null): string {
  try {
    return header ? (parse(header).parameters.filename ?? "") : "";
  } catch {
    return "";
  }
}
