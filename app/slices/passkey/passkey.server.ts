import { and, asc, eq, exists, ne, type SQL, sql } from "drizzle-orm";
import { runBatch } from "#app/core/db/batch.server.ts";
import type { Database } from "#app/core/db/client.server.ts";
import { type Failed, GONE, SESSION_ENDED, type Written } from "#app/core/db/written.ts";
import { type Actor, auditEntry } from "#app/identity/audit/audit.server.ts";
import { changesOf } from "#app/identity/audit/audited.server.ts";
import { keepsWayIn } from "#app/identity/auth/ways-in.server.ts";
import { withNotice } from "#app/identity/notice/notice.server.ts";
import { openSession } from "#app/identity/session/session.server.ts";
import { users } from "#app/identity/tables/users.ts";
import type { Settings } from "#app/settings.ts";
import { passkeys } from "./passkeys.table.ts";

/** How many passkeys a user can have (docs/product.md, Numbers). */
export const MAX_PASSKEYS = 10;

/** A passkey for lists. Times in milliseconds since 1970. */
export interface PasskeySummary {
  id: string;
  name: string;
  backedUp: boolean;
  createdAt: number;
  lastUsedAt: number | null;
}

/** All passkeys of a user, oldest first. There are few (MAX_PASSKEYS). */
export async function listPasskeys(db: Database, userId: string | SQL<string>): Promise<PasskeySummary[]> {
  return db
    .select({
      id: passkeys.id,
      name: passkeys.name,
      backedUp: passkeys.backedUp,
      createdAt: passkeys.createdAt,
      lastUsedAt: passkeys.lastUsedAt,
    })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id))
    .limit(MAX_PASSKEYS);
}

/** When one of these passkeys was last used; null if none ever was. */
export function lastUseOf(passkeys: Pick<PasskeySummary, "lastUsedAt">[]): number | null {
  const used = passkeys.map(({ lastUsedAt }) => lastUsedAt ?? 0).filter((time) => time > 0);
  return used.length > 0 ? Math.max(...used) : null;
}

/** A user's passkeys, in the form in which browsers identify them. */
export const credentialsOf = (db: Database, userId: string) =>
  db
    .select({ id: passkeys.credentialId, transports: passkeys.transports })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .limit(MAX_PASSKEYS);

/** Renames a passkey of a user. */
export async function renamePasskey(
  db: Database,
  userId: string,
  { id, name }: { id: string; name: string },
  actor: Actor,
): Promise<Written> {
  const own = and(eq(passkeys.id, id), eq(passkeys.userId, userId));
  const entry = aboutPasskeys(db, actor, "passkey.rename", userId, and(own, ne(passkeys.name, name)), {
    from: passkeys.name,
    to: sql`${name}`,
  });
  const { renamed } = await runBatch(db, {
    entry,
    renamed: db.update(passkeys).set({ name }).where(own).returning({ id: passkeys.id }),
  });
  return renamed.length === 1 ? { ok: true, id } : GONE;
}

/**
 * Removes a passkey of a user, and emails them. Refused if this passkey is their only way to sign in, or if the session
 * has ended in the meantime. Idempotent. Sessions that were started with it stay, because the account page can end
 * them.
 */
export async function removePasskey(
  db: Database,
  settings: Settings,
  userId: string,
  { id, name }: Pick<PasskeySummary, "id" | "name">,
  actor: Actor,
): Promise<Written | Failed> {
  const own = and(eq(passkeys.id, id), eq(passkeys.userId, userId));
  const session = openSession(db, userId, actor);
  const removable = and(own, keepsWayIn(db, settings, userId, { kind: "passkey", id }), exists(session));
  const entry = aboutPasskeys(db, actor, "passkey.remove", userId, removable, {
    from: passkeys.name,
    to: sql`null`,
  });
  const { left, open } = await runBatch(db, {
    entry: withNotice(db, [entry], actor, { about: "passkeyRemoved", name }, { where: eq(users.id, userId) }),
    removed: db.delete(passkeys).where(removable),
    left: db.select({ id: passkeys.id }).from(passkeys).where(own),
    open: session,
  });
  if (left.length === 0) return { ok: true, id };
  return open.length === 1 ? { ok: false, code: "FAILED_TO_UNLINK_LAST_ACCOUNT" } : SESSION_ENDED;
}

/** An audit entry about each of a user's passkeys that `where` finds, before they change. */
export const aboutPasskeys = (
  db: Database,
  actor: Actor,
  action: "passkey.rename" | "passkey.remove" | "passkey.tryCopy",
  userId: string,
  where: SQL | undefined,
  passkey: Parameters<typeof changesOf>[0][string],
) =>
  auditEntry(db, actor, action, {
    from: sql`${passkeys} inner join ${users} on ${users.id} = ${passkeys.userId}`,
    where,
    id: userId,
    label: sql`${users.email}`,
    changes: changesOf({ passkey }),
  });
