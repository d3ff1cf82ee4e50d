import { and, eq, exists, inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/core/db/client.server.ts";
import type { Refused } from "#app/core/db/written.ts";
import type { ErrorCode } from "#app/error-codes.ts";
import type { Actor } from "#app/identity/audit/audit.server.ts";
import { notBanned } from "#app/identity/ban/ban.server.ts";
import { hooked } from "#app/identity/hooks/hooks.server.ts";
import { sessions } from "#app/identity/tables/sessions.ts";
import { users } from "#app/identity/tables/users.ts";
import { errorCodeFor } from "#app/permission-errors.ts";
import { type Permission, rolesThat } from "#app/permissions.ts";

// A write that grants, ends or changes somebody's access checks the actor's authority in its own statement. The guard's
// check came earlier. Of two administrators who demote each other at the same moment, only one succeeds.

/**
 * SQL: whether the actor may still act: their session or access token exists, they are not banned, and their
 * role has a permission.
 * @param permission null for what all users may do with their own account
 */
export function mayStill(db: Database, actor: Actor, permission: Permission | null): SQL {
  const { id, sessionId } = actor;
  const [elsewhere] = hooked("actsAs").flatMap((actsAs) => actsAs(db, actor) ?? []);
  const inSession = db
    .select({ userId: sessions.userId })
    .from(sessions)
    .where(eq(sessions.id, sessionId ?? ""));
  const acting = elsewhere ?? sql`${inSession}`;
  return exists(
    db
      .select({ id: users.id })
      .from(users)
      .where(
        and(
          eq(users.id, id ?? ""),
          sql`${users.id} in ${acting}`,
          notBanned(users, actor.at),
          permission === null ? undefined : inArray(users.role, rolesThat(permission)),
        ),
      ),
  );
}

/**
 * Why the actor may no longer act, for a write that changed nothing. One query.
 * @returns null if they may
 */
export async function lostAuthority(
  db: Database,
  actor: Actor,
  permission: Permission | null,
): Promise<(Refused & { code: ErrorCode }) | null> {
  const isIn = mayStill(db, actor, null);
  const may = mayStill(db, actor, permission);
  const [found] = await db
    .select({
      isIn: sql<boolean>`${isIn}`.mapWith(Boolean).as("is_in"),
      may: sql<boolean>`${may}`.mapWith(Boolean).as("may"),
    })
    .from(sql`(select 1)`);
  if (found?.may) return null;
  if (found?.isIn && permission !== null) return { ok: false, code: errorCodeFor(permission) };
  return { ok: false, code: actor.tokenId === undefined ? "SESSION_EXPIRED" : "INVALID_ACCESS_TOKEN" };
}
