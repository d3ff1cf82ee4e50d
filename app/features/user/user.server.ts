import { eq, gt, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { users } from "#app/db/schema.ts";
import { totalOf } from "#app/db/totals.server.ts";
import { notBanned } from "#app/features/session/session.server.ts";
import { type Page, pageOf } from "#app/lists/page.ts";
import { NO_RESULTS, rowidOf, searchIndex } from "#app/lists/search.server.ts";
import type { Role } from "#app/permissions.ts";

const USERS_PER_PAGE = 20;

/** A user as a list shows them. Times in milliseconds since 1970. */
export interface UserSummary {
  id: string;
  email: string;
  name: string | null;
  role: Role;
  onboardedAt: number | null;
  /** Whether a ban is in force. */
  banned: boolean;
}

const summary = (now: number) => ({
  id: users.id,
  email: users.email,
  name: users.name,
  role: users.role,
  onboardedAt: users.onboardedAt,
  // coalesce: the end of a ban without one is null, and so is what is compared with it.
  banned: sql<boolean>`not coalesce(${notBanned(users, now)}, false)`.mapWith(Boolean).as("banned"),
});

/**
 * One page of all users, by address, with their number, in one round trip.
 * @param after the address of the last user of the page before; null for the first page
 */
export async function listUsers(
  db: Database,
  after: [email: string] | null,
  now: number,
): Promise<{ page: Page<UserSummary>; total: number }> {
  const [rows, [total]] = await db.batch([
    db
      .select(summary(now))
      .from(users)
      .where(after ? gt(users.email, after[0]) : undefined)
      .orderBy(users.email)
      .limit(USERS_PER_PAGE + 1),
    totalOf(db, "users"),
  ]);
  return {
    page: pageOf(
      rows,
      USERS_PER_PAGE,
      ({ email }) => [email],
      (row) => row,
    ),
    total: total?.value ?? 0,
  };
}

/**
 * One page of the users whose name or address holds every word of a term, in the order they came.
 * @param after the key of the last result of the page before; null for the first page
 * @returns `total` stops at MAX_RESULTS_COUNTED + 1
 */
export async function searchUsers(
  db: Database,
  term: string,
  after: [row: number] | null,
  now: number,
): Promise<{ page: Page<UserSummary>; total: number }> {
  const search = searchIndex(db, "users_search", term, after, USERS_PER_PAGE);
  if (!search) return NO_RESULTS;
  const [rows, [counted]] = await db.batch([
    db
      .select({ ...summary(now), rowid: rowidOf(users).as("row") })
      .from(users)
      .where(search.finds(users))
      .orderBy(rowidOf(users)),
    search.count,
  ]);
  return {
    page: pageOf(
      rows,
      USERS_PER_PAGE,
      ({ rowid }) => [rowid],
      ({ rowid, ...user }) => user,
    ),
    total: counted?.total ?? 0,
  };
}

/** A user with everything their page shows. Times in milliseconds since 1970. */
export interface UserDetails extends UserSummary {
  /** The ban in force, if any. */
  ban: { since: number; until: number | null; reason: string | null } | null;
}

/** A user, or null. */
export async function findUser(db: Database, id: string, now: number): Promise<UserDetails | null> {
  const [row] = await db
    .select({
      ...summary(now),
      since: users.bannedAt,
      until: users.banExpiresAt,
      reason: users.banReason,
    })
    .from(users)
    .where(eq(users.id, id));
  if (!row) return null;
  const { since, until, reason, ...user } = row;
  return {
    ...user,
    ban: user.banned && since !== null ? { since, until, reason } : null,
  };
}

/** The users who were added last, newest first. */
export const latestUsers = (db: Database, limit: number, now: number) =>
  db.select(summary(now)).from(users).orderBy(sql`${users}.rowid desc`).limit(limit);
