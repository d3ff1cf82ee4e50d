import { and, eq, isNotNull, type SQLWrapper, sql } from "drizzle-orm";
import { data, type RouterContextProvider } from "react-router";
import { dbContext, platformContext } from "#app/context.ts";
import { runBatch } from "#app/core/db/batch.server.ts";
import type { Database } from "#app/core/db/client.server.ts";
import { type Failed, GONE, type Refused } from "#app/core/db/written.ts";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { refusalInPlace } from "#app/core/http/refusal.server.ts";
import { type Actor, withAuditEntry } from "#app/identity/audit/audit.server.ts";
import { drawPicture } from "./draw-picture.server.ts";
import type { FileKind, FileObjection, FileOwner } from "./file-kind.ts";
import { readFilePart } from "./file-part.server.ts";
import { hasSpaceFor, isTrue } from "./file-space.server.ts";
import { files } from "./files.table.ts";
import { forgetFile, type ReceivedFile, receiveFile } from "./receive-file.server.ts";

type Context = Readonly<RouterContextProvider>;

/** Whether files of a kind are stored in this environment (docs/operations.md, Files). */
export function isKept(context: Context, kind: FileKind): boolean {
  const { files, images } = context.get(platformContext);
  return files !== undefined && (!kind.sizes || images !== undefined);
}

/**
 * The size limit of a kind of file, for its form.
 * @returns megabytes
 * @throws a 404 response if this environment stores no such files
 */
export function limitOf(context: Context, kind: FileKind): number {
  if (!isKept(context, kind)) throw data(null, { status: 404 });
  return kind.maxMegabytes;
}

/** SQL: whether a file is of a kind and belongs to a row. @param rowId the row's id, or a query for it */
export const isFileOf = ({ name }: FileKind, rowId: string | SQLWrapper) =>
  and(eq(files.rowId, rowId), eq(files.kind, name), isNotNull(files.readyAt));

/**
 * Replaces a row's file with the file in a request. A picture is redrawn.
 * @param read as for receiveFile(): by default, reads the file of a form
 * @throws the errors of receiveFile(), and 404 if this environment stores no such files
 */
export async function saveFile(
  page: { request: Request; context: Context },
  kind: FileKind,
  owner: FileOwner,
  read = readFilePart,
): Promise<{ ok: true } | FileObjection | Refused | Failed> {
  const { context } = page;
  if (!isKept(context, kind)) throw data(null, { status: 404 });
  return tryWrite(context, kind.sizes ? "upload:picture.failed" : "upload:document.failed", async () => {
    const received = await receiveFile(page, kind, owner, read);
    if (!received.ok) return received;
    const db = context.get(dbContext);
    try {
      const objection = await drawAnew(context, received.id, kind);
      if (!objection) {
        if (await makeReady(db, received, kind, owner)) return { ok: true };
        // Other files of the user were received at the same time, or this one is larger than what was left.
        const hasSpace = await isTrue(db, hasSpaceFor(kind.name, owner, received.bytes));
        if (!hasSpace) throw refusalInPlace(context, "NO_SPACE_FOR_FILES");
      }
      await forgetFile(db, received.id);
      return objection ?? (await owner.refusal(db, received.actor)) ?? GONE;
    } catch (error) {
      const isGone = (await db.$count(files, eq(files.id, received.id))) === 0;
      if (await forgetFile(db, received.id)) return { ok: true };
      // The file's row or uploader was deleted in the meantime, and with it the uploaded bytes.
      if (isGone) return (await owner.refusal(db, received.actor)) ?? GONE;
      throw error;
    }
  });
}

/** Redraws a file, if it is a picture. @returns null, or what is wrong with the file */
async function drawAnew(context: Context, id: string, { sizes }: FileKind): Promise<FileObjection | null> {
  const { files, images } = context.get(platformContext);
  return sizes && files && images ? drawPicture({ files, images }, id, sizes) : null;
}

/**
 * Makes a file the current file of its row, instead of the previous one.
 * @returns false if the file was deleted with its row, if the uploader may no longer change it, or if their files leave
 *   no space for it
 */
async function makeReady(
  db: Database,
  { id, name, type, bytes, actor }: ReceivedFile,
  kind: FileKind,
  owner: FileOwner,
): Promise<boolean> {
  const { rowId, holdId, logged } = owner;
  const may = and(owner.may(db, actor), hasSpaceFor(kind.name, owner, bytes));
  const isThere = sql`exists (select 1 from ${files} as sent where sent.id = ${id})`;
  const update = db
    .update(files)
    .set({ name, type, bytes, readyAt: actor.at })
    .where(and(eq(files.id, id), may))
    .returning({ id: files.id });
  const { ready } = await runBatch(db, {
    replaced: db.delete(files).where(and(isFileOf(kind, rowId), isThere, may)),
    ready: withAuditEntry(db, update, actor, logged.set, logged.subject),
    referred: holdId ? [holdId(db)] : [],
  });
  return ready.length > 0;
}

/** Removes a row's file. Idempotent. */
export async function removeFile(
  db: Database,
  kind: FileKind,
  { rowId, may, refusal, holdId, logged }: FileOwner,
  actor: Actor,
): Promise<{ ok: true } | Refused> {
  const removal = db
    .delete(files)
    .where(and(isFileOf(kind, rowId), may(db, actor)))
    .returning({ id: files.id });
  const { removed } = await runBatch(db, {
    removed: withAuditEntry(db, removal, actor, logged.remove, logged.subject),
    referred: holdId ? [holdId(db)] : [],
  });
  if (removed.length > 0) return { ok: true };
  return (await refusal(db, actor)) ?? { ok: true };
}
