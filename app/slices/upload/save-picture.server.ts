import { and, eq, isNotNull, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { data, type RouterContextProvider } from "react-router";
import { dbContext, platformContext, settingsContext } from "#app/context.ts";
import { runBatch } from "#app/core/db/batch.server.ts";
import type { Database } from "#app/core/db/client.server.ts";
import { type Failed, GONE, type Refused } from "#app/core/db/written.ts";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import type { Page } from "#app/core/lists/page.ts";
import { type Actor, withAuditEntry } from "#app/identity/audit/audit.server.ts";
import { drawPicture, type Studio } from "./draw-picture.server.ts";
import { fileAddress } from "./file-address.server.ts";
import type { FileKind, FileObjection, FileOwner, PictureSize } from "./file-kind.ts";
import { files } from "./files.table.ts";
import { forgetFile, type ReceivedFile, receiveFile } from "./receive-file.server.ts";

type Context = Readonly<RouterContextProvider>;

/** A kind of picture. @typeParam Size the names of its sizes */
export interface PictureKind<Size extends string = string> extends FileKind {
  sizes: Readonly<Record<Size, PictureSize>>;
}

/**
 * What keeps and draws pictures; null in an environment that has not both (docs/operations.md, Files).
 * @public also while no slice has pictures (knip.dev)
 */
export function studioOf(context: Context): Studio | null {
  const { files, images } = context.get(platformContext);
  return files && images ? { files, images } : null;
}

const isPictureOf = ({ name }: PictureKind, rowId: string | SQLWrapper) =>
  and(eq(files.rowId, rowId), eq(files.kind, name), isNotNull(files.readyAt));

/** A query for the id of the picture of a row; null if there is none. @param rowId its id, or a query for it */
export const pictureIdOf = (kind: PictureKind, rowId: string | SQLWrapper): SQL<string | null> =>
  sql`(select ${files.id} from ${files} where ${isPictureOf(kind, rowId)})`;

/** The path of each size of a picture; null where no pictures are kept. */
export async function placeOfPicture<Size extends string>(
  context: Context,
  kind: PictureKind<Size>,
  id: string,
): Promise<Record<Size, string> | null> {
  if (!studioOf(context)) return null;
  const settings = context.get(settingsContext);
  const paths = Object.keys(kind.sizes).map(async (size) => [size, await fileAddress(settings, id, size)]);
  return Object.fromEntries(await Promise.all(paths)) as Record<Size, string>;
}

/**
 * Finds the picture of a row, in one query.
 * @returns the path of each size; null if there is none
 */
export async function findPictureOf<Size extends string>(
  context: Context,
  kind: PictureKind<Size>,
  rowId: string,
): Promise<Record<Size, string> | null> {
  const db = context.get(dbContext);
  const [found] = await db.select({ id: files.id }).from(files).where(isPictureOf(kind, rowId));
  return found ? placeOfPicture(context, kind, found.id) : null;
}

/**
 * The rows of a list's page, each with the path of its picture in the smallest size, or null.
 * @param page.items with the id of its picture as `pictureId`, as {@link pictureIdOf} finds it
 */
export async function withThumbnails<Row extends { pictureId: string | null }>(
  context: Context,
  kind: PictureKind<"small">,
  page: Page<Row>,
): Promise<Page<Omit<Row, "pictureId"> & { thumbnail: string | null }>> {
  const items = page.items.map(async ({ pictureId, ...row }) => {
    const place = pictureId === null ? null : await placeOfPicture(context, kind, pictureId);
    return { ...row, thumbnail: place?.small ?? null };
  });
  return { ...page, items: await Promise.all(items) };
}

/**
 * Takes the picture of a row from a form, draws it anew, and shows it in place of the one before.
 * @throws what receiveFile() throws, and 404 where no pictures are kept
 */
export async function savePicture(
  page: { request: Request; context: Context },
  kind: PictureKind,
  owner: FileOwner,
): Promise<{ ok: true } | FileObjection | Refused | Failed> {
  const { context } = page;
  const studio = studioOf(context);
  if (!studio) throw data(null, { status: 404 });
  return tryWrite(context, "upload:errors.failed", async () => {
    const received = await receiveFile(page, kind, owner);
    if (!received.ok) return received;
    const db = context.get(dbContext);
    try {
      const objection = await drawPicture(studio, received.id, kind.sizes);
      if (!objection && (await makeReady(db, received, kind, owner))) return { ok: true };
      await forgetFile(db, received.id);
      return objection ?? (await owner.refusal(db, received.actor)) ?? GONE;
    } catch (error) {
      if (await forgetFile(db, received.id)) return { ok: true };
      throw error;
    }
  });
}

/**
 * Makes a file the one of its row, in place of the one before.
 * @returns whether it is: not if the row is gone with it, or its sender may no longer do so
 */
async function makeReady(
  db: Database,
  { id, name, type, bytes, actor }: ReceivedFile,
  kind: PictureKind,
  { rowId, may, logged }: FileOwner,
): Promise<boolean> {
  const isThere = sql`exists (select 1 from ${files} as sent where sent.id = ${id})`;
  const update = db
    .update(files)
    .set({ name, type, bytes, readyAt: actor.at })
    .where(and(eq(files.id, id), may(db, actor)))
    .returning({ id: files.id });
  const { ready } = await runBatch(db, {
    replaced: db.delete(files).where(and(isPictureOf(kind, rowId), isThere, may(db, actor))),
    ready: withAuditEntry(db, update, actor, logged.set, logged.subject),
  });
  return ready.length > 0;
}

/** Removes the picture of a row. @returns how it went; also if there was none */
export async function removePicture(
  db: Database,
  kind: PictureKind,
  { rowId, may, refusal, logged }: FileOwner,
  actor: Actor,
): Promise<{ ok: true } | Refused> {
  const removal = db
    .delete(files)
    .where(and(isPictureOf(kind, rowId), may(db, actor)))
    .returning({ id: files.id });
  const { removed } = await runBatch(db, {
    removed: withAuditEntry(db, removal, actor, logged.remove, logged.subject),
  });
  if (removed.length > 0) return { ok: true };
  return (await refusal(db, actor)) ?? { ok: true };
}
