import { and, eq, isNull, sql } from "drizzle-orm";
import { data, type RouterContextProvider } from "react-router";
import { dbContext, platformContext, repeatChecksContext } from "#app/context.ts";
import { runBatch } from "#app/core/db/batch.server.ts";
import { takeFromBudget } from "#app/core/db/budget.server.ts";
import type { Database } from "#app/core/db/client.server.ts";
import { insertFrom } from "#app/core/db/insert-from.server.ts";
import { refusalInPlace } from "#app/core/http/refusal.server.ts";
import { UploadSlots } from "#app/core/http/upload-slots.server.ts";
import { DAY } from "#app/core/lib/durations.ts";
import { type Actor, actorId, currentActor } from "#app/identity/audit/audit.server.ts";
import type { FileKind, FileObjection, FileOwner } from "./file-kind.ts";
import { fileNameOf } from "./file-name.ts";
import { type FilePart, FilePartError, type readFilePart } from "./file-part.server.ts";
import { hasSpaceFor, isTrue } from "./file-space.server.ts";
import { files } from "./files.table.ts";
import { mediaTypeOf, TELLING_BYTES } from "./media-type.server.ts";
import { sourceOf } from "./object-keys.ts";
import { peek } from "./peeked.ts";
import { storeStream } from "./store-stream.server.ts";

/** How many files an isolate receives at the same time. Each takes 5 MB of its memory of 128 MB. */
const slots = new UploadSlots(8);

/** How many files a user may upload in a day (docs/product.md, Numbers). */
const A_DAY = 50;

/** A file in the bucket whose row is not ready yet. */
export interface ReceivedFile {
  ok: true;
  id: string;
  name: string;
  type: string;
  bytes: number;
  /** The uploader, at the end of the upload. */
  actor: Actor;
}

interface UploadRequest {
  request: Request;
  context: Readonly<RouterContextProvider>;
}

/**
 * Receives the file of a request, and streams it to the bucket. The file's row is written first. The path of the route
 * is in `uploads` of its slice. An upload can take minutes, so the guards of the route run again after it.
 * @param read reads the file: readFilePart() reads it from the field `file` of a form, readRawPart() from a whole body
 * @throws a response: 415 if the body should be a form and is not, 408 if it is too slow, 400 if it can't be read, 503
 * if too many uploads are running, 429 if the user has uploaded too many, 409 if their files leave no space, and the
 * guards' refusal if the user may no longer upload it
 */
export async function receiveFile(
  { request, context }: UploadRequest,
  kind: FileKind,
  owner: FileOwner,
  read: typeof readFilePart,
): Promise<ReceivedFile | FileObjection> {
  const actor = await currentActor(context);
  try {
    return await slots.use(context, async () => {
      const taken = await read(request, kind.maxMegabytes * 1024 * 1024, (part) =>
        keepPart(context, part, { kind, owner, actor }),
      );
      await context.get(repeatChecksContext)();
      if (!taken) return { ok: false, message: "upload:errors.missing", status: 400 };
      return taken.ok ? { ...taken, actor: { ...actor, at: context.get(platformContext).now } } : taken;
    });
  } catch (error) {
    if (!(error instanceof FilePartError)) throw error;
    throw refusalInPlace(context, error.message === "late" ? "REQUEST_TIMEOUT" : "INVALID_REQUEST");
  }
}

async function keepPart(
  context: UploadRequest["context"],
  part: FilePart,
  { kind, owner, actor }: { kind: FileKind; owner: FileOwner; actor: Actor },
): Promise<Omit<ReceivedFile, "actor"> | FileObjection> {
  const { files: bucket } = context.get(platformContext);
  if (!bucket) throw new Error("wrangler.toml binds no bucket as FILES");
  const db = context.get(dbContext);
  const { first, chunks } = await peek(part.chunks, TELLING_BYTES);
  if (first.byteLength === 0) return { ok: false, message: "upload:errors.missing", status: 400 };
  const type = await mediaTypeOf(first);
  if (!kind.types.includes(type)) {
    return { ok: false, message: `upload:errors.${kind.sizes ? "noPicture" : "noDocument"}`, status: 400 };
  }

  const id = crypto.randomUUID();
  await beginFile(context, db, { id, kind: kind.name, owner, actor });
  let bytes = 0;
  try {
    await storeStream(bucket, sourceOf(id), counted(chunks));
    if (!part.isTooLarge()) return { ok: true, id, name: fileNameOf(part.name), type, bytes };
    await forgetFile(db, id);
    const { maxMegabytes } = kind;
    return { ok: false, message: "upload:errors.tooLarge", values: { megabytes: maxMegabytes }, status: 413 };
  } catch (error) {
    await forgetFile(db, id);
    throw error;
  }

  async function* counted(chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      bytes += chunk.byteLength;
      yield chunk;
    }
  }
}

/**
 * Writes the row of a file before it is received. @throws a response if the user may not upload it, or has uploaded too
 * many
 */
async function beginFile(
  context: UploadRequest["context"],
  db: Database,
  { id, kind, owner, actor }: { id: string; kind: string; owner: FileOwner; actor: Actor },
): Promise<void> {
  const { rowId, userId } = owner;
  // The size is not known yet. It is checked once the file has been received.
  const hasSpace = hasSpaceFor(kind, owner, 0);
  const budget = { id: `files:${actorId(actor)}`, limit: A_DAY, period: DAY };
  const { taken } = await runBatch(db, {
    taken: takeFromBudget(db, budget, actor.at, and(owner.may(db, actor), hasSpace)),
    begun: insertFrom(
      db,
      files,
      { id, kind, userId, rowId, createdAt: actor.at },
      { where: sql`changes() > 0` },
    ),
  });
  if (taken.length > 0) return;
  const lost = await owner.refusal(db, actor);
  if (lost?.code === null) throw data(null, { status: 404 });
  if (lost) throw refusalInPlace(context, lost.code);
  throw refusalInPlace(context, (await isTrue(db, hasSpace)) ? "TOO_MANY_FILES" : "NO_SPACE_FOR_FILES");
}

/**
 * Deletes the row of a file that is not ready. A job soon deletes the file's bytes from the bucket.
 * @returns whether the file stays, because it is ready after all. An earlier write may have succeeded although its
 * response was lost
 */
export async function forgetFile(db: Database, id: string): Promise<boolean> {
  await db.delete(files).where(and(eq(files.id, id), isNull(files.readyAt)));
  return (await db.$count(files, eq(files.id, id))) > 0;
}
