import { and, eq, isNotNull, type SQL } from "drizzle-orm";
import { data, type RouterContextProvider } from "react-router";
import { dbContext, platformContext, settingsContext, viewerContext } from "#app/context.ts";
import { runBatch } from "#app/core/db/batch.server.ts";
import type { Database } from "#app/core/db/client.server.ts";
import type { Failed, Refused } from "#app/core/db/written.ts";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { type Actor, userSubject, withAuditEntry } from "#app/identity/audit/audit.server.ts";
import { forbidWhileImpersonating } from "#app/identity/auth/authorize.server.ts";
import type { PersonPicture } from "#app/identity/hooks/person-picture.ts";
import { lostAuthority, mayStill } from "#app/identity/session/authority.server.ts";
import type { Permission } from "#app/permissions.ts";
import { drawPicture, PICTURE_TYPES, type Studio } from "#app/slices/upload/draw-picture.server.ts";
import { fileAddress } from "#app/slices/upload/file-address.server.ts";
import type { FileKind, FileObjection } from "#app/slices/upload/file-kind.ts";
import { files } from "#app/slices/upload/files.table.ts";
import { forgetFile, makeReady, receiveFile } from "#app/slices/upload/receive-file.server.ts";

type Context = Readonly<RouterContextProvider>;

/** A person's picture, of which they are the subject. */
export const PICTURE: FileKind = { name: "picture", maxMegabytes: 10, types: PICTURE_TYPES };

/** The pixels a side of its sizes: three for each on a page. */
const SIDES = { small: 96, large: 288 } as const satisfies Record<keyof PersonPicture, number>;

/** What keeps and draws pictures; null in an environment that has not both (docs/operations.md, Files). */
export function studioOf(context: Context): Studio | null {
  const { files, images } = context.get(platformContext);
  return files && images ? { files, images } : null;
}

const isPictureOf = (userId: string | SQL) =>
  and(eq(files.rowId, userId), eq(files.kind, PICTURE.name), isNotNull(files.readyAt));

/** Finds the picture of a user, as the hook `picture` asks for it. */
export async function findPictureOf(
  context: Context,
  userId: string | SQL<string>,
): Promise<PersonPicture | null> {
  if (!studioOf(context)) return null;
  const [found] = await context
    .get(dbContext)
    .select({ id: files.id })
    .from(files)
    .where(isPictureOf(userId));
  if (!found) return null;
  const settings = context.get(settingsContext);
  const [small, large] = await Promise.all([
    fileAddress(settings, found.id, "small"),
    fileAddress(settings, found.id, "large"),
  ]);
  return { small, large };
}

/**
 * Takes the reader's picture from a form, draws it anew, and shows it in place of the one before.
 * @throws what receiveFile() throws, and 404 where no pictures are kept
 */
export async function savePicture(page: {
  request: Request;
  context: Context;
}): Promise<{ ok: true } | FileObjection | Refused | Failed> {
  const { context } = page;
  const viewer = await context.get(viewerContext);
  forbidWhileImpersonating(context, viewer);
  const studio = studioOf(context);
  if (!studio) throw data(null, { status: 404 });
  return tryWrite(context, "picture:errors.failed", async () => {
    const received = await receiveFile(page, PICTURE, viewer.id);
    if (!received.ok) return received;
    const db = context.get(dbContext);
    try {
      const objection = await drawPicture(studio, received.id, SIDES);
      if (objection) {
        await forgetFile(db, received.id);
        return objection;
      }
      const { actor } = received;
      const { replaced, ready } = makeReady(db, received, { kind: PICTURE, rowId: viewer.id });
      const set = withAuditEntry(
        db,
        ready.returning({ id: files.id }),
        actor,
        "picture.set",
        userSubject(viewer.id),
      );
      const isReady = (await runBatch(db, { replaced, set })).set.length > 0;
      if (isReady) return { ok: true };
      await forgetFile(db, received.id);
      return (await lostAuthority(db, actor, null)) ?? { ok: false, code: "SESSION_EXPIRED" };
    } catch (error) {
      if (await forgetFile(db, received.id)) return { ok: true };
      throw error;
    }
  });
}

/**
 * Removes the picture of a user.
 * @param permission what it takes of somebody else's; null for one's own
 * @returns how it went; also if there was none
 */
export async function removePicture(
  db: Database,
  userId: string,
  actor: Actor,
  permission: Permission | null,
): Promise<{ ok: true } | Refused> {
  const where = and(isPictureOf(userId), mayStill(db, actor, permission));
  const removal = db.delete(files).where(where).returning({ id: files.id });
  const { removed } = await runBatch(db, {
    removed: withAuditEntry(db, removal, actor, "picture.remove", userSubject(userId)),
  });
  if (removed.length > 0) return { ok: true };
  return (await lostAuthority(db, actor, permission)) ?? { ok: true };
}
