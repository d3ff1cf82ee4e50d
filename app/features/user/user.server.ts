import { eq, gt, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { users } from "#app/db/schema.ts";
import { totalOf } from "#app/db/totals.server.ts";
import { notBanned } from "#app/features/session/session.server.ts";
import { type Page, pageOf } from "#app/lists/page.ts";
import { NO_RESULTS, rowidOf, searchIndex } from "#app/lists/search.server.ts";
import type { Role } from "#app/permissions.ts";

const USERS_PER_PAGE = 20;

/** A user as lists show them. Times in milliseconds since 1970. */
export interface UserSummary {
  id: string;
  email: string;
  name: string | null;
  role: Role;
  onboardedAt: number | null;
  /** Whether the user is banned now. */
  banned: boolean;
}

const summary = (now: number) => ({
  id: users.id,
  email: users.email,
  name: users.name,
  role: users.role,
  onboardedAt: users.onboardedAt,
  // coalesce: a permanent ban has a null end, and comparing with null gives null.
  banned: sql<boolean>`not coalesce(${notBanned(users, now)}, false)`.mapWith(Boolean).as("banned"),
});

/**
 * One page of all users, ordered by email address, and the total count, in one round trip.
 * @param after the address of the previous page's last user; null for the first page
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
 * One page of the users whose name or email address contains every word of a term, oldest first.
 * @param after the key of the previous page's last result; null for the first page
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

/** A user with all that their page shows. Times in milliseconds since 1970. */
export interface UserDetails extends UserSummary {
  /** The current ban, if any. */
  ban: { since: number; until: number | null; reason: string | null } | null;
}

/** Finds a user, or null. */
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

/** The most recently added users, newest first. */
export const latestUsers = (db: Database, limit: number, now: number) =>
  db.select(summary(now)).from(users).orderBy(sql`${users}.rowid desc`).limit(limit);
