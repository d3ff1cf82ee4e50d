import { and, eq, exists, gt, not, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/core/db/client.server.ts";
import { type Factor, hooked } from "#app/identity/hooks/hooks.server.ts";
import { sessions } from "#app/identity/tables/sessions.ts";
import { users } from "#app/identity/tables/users.ts";
import type { Settings } from "#app/settings.ts";

/** SQL: whether a user has one of these factors, and can use it here. */
function hasFactor(
  db: Database,
  settings: Settings,
  userId: string | SQLiteColumn,
  factors: readonly Factor[],
): SQL {
  const hasEach = hooked("factor")
    .filter(({ kind, isOffered }) => factors.includes(kind) && isOffered(settings))
    .map(({ hasFactor }) => hasFactor(db, userId));
  return or(...hasEach) ?? sql`false`;
}

/** Whether a user has one of these factors. One query. @param userId an id, or a subquery for it */
export async function ownsFactor(
  db: Database,
  settings: Settings,
  userId: string | SQL<string>,
  factors: readonly Factor[],
): Promise<boolean> {
  const [owner] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), hasFactor(db, settings, users.id, factors)));
  return owner !== undefined;
}

/**
 * SQL: whether a user who owns one of these factors has proven who they are with a factor in this session.
 * True for a user who owns none. A write for which an emailed code is not enough includes this, so that it
 * also refuses if a factor was added after the form's check.
 * @param since the earliest time of the proof, in milliseconds since 1970
 */
export const isProvenByFactor = (
  db: Database,
  settings: Settings,
  { userId, sessionId }: { userId: string; sessionId: string },
  factors: readonly Factor[],
  since: number,
): SQL | undefined =>
  or(
    not(hasFactor(db, settings, userId, factors)),
    exists(
      db
        .select({ id: sessions.id })
        .from(sessions)
        .where(and(eq(sessions.id, sessionId), gt(sessions.factorProvenAt, since))),
    ),
  );
