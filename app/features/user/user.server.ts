import { and, eq, gt, isNull, ne, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/db/client.server.ts";
import { sessions, socialAccounts, totals, users } from "#app/db/schema.ts";
import { comparisonKey } from "#app/lib/comparison-key.ts";
import { MOST_RESULTS_COUNTED, type Page, pageOf } from "#app/lib/page.ts";
import { searchQuery } from "#app/lib/search-term.ts";
import type { Role } from "../auth/permissions.ts";
import { notBanned } from "../session/session.server.ts";
import type { UserInput } from "./user.schema.ts";

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
  banned: sql<boolean>`not coalesce(${notBanned(now)}, false)`.mapWith(Boolean).as("banned"),
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
    db.select({ value: totals.value }).from(totals).where(eq(totals.name, "users")),
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
 * @returns `total` stops at MOST_RESULTS_COUNTED + 1
 */
export async function searchUsers(
  db: Database,
  term: string,
  after: [row: number] | null,
  now: number,
): Promise<{ page: Page<UserSummary>; total: number }> {
  const query = searchQuery(term);
  if (!query) return { page: { items: [], next: null }, total: 0 };
  const search = sql`users_search`;
  const matches = sql`users_search match ${query}`;
  const limited = db
    .select({ one: sql`1`.as("one") })
    .from(search)
    .where(matches)
    .limit(MOST_RESULTS_COUNTED + 1);
  const [rows, [counted]] = await db.batch([
    db
      .select({ ...summary(now), row: sql<number>`users_search.rowid`.as("row") })
      .from(search)
      .innerJoin(users, sql`${users}.rowid = users_search.rowid`)
      .where(and(matches, after ? sql`users_search.rowid > ${after[0]}` : undefined))
      .orderBy(sql`users_search.rowid`)
      .limit(USERS_PER_PAGE + 1),
    db.select({ total: sql<number>`count(*)`.as("total") }).from(limited.as("limited")),
  ]);
  return {
    page: pageOf(
      rows,
      USERS_PER_PAGE,
      ({ row }) => [row],
      ({ row, ...user }) => user,
    ),
    total: counted?.total ?? 0,
  };
}

/** A user, or null. */
export async function findUser(db: Database, id: string, now: number): Promise<UserSummary | null> {
  const [user] = await db.select(summary(now)).from(users).where(eq(users.id, id));
  return user ?? null;
}

/** Adds a user, unless the address has one: the unique index decides. @returns the id, or null */
export async function createUser(db: Database, input: UserInput): Promise<string | null> {
  const [created] = await db
    .insert(users)
    .values({ ...input, nameKey: comparisonKey(input.name) })
    .onConflictDoNothing()
    .returning({ id: users.id });
  return created?.id ?? null;
}

/** What came of a change to a user. */
export type UserChange = "done" | "duplicate" | "not-found" | "yourself" | "last-admin";

/**
 * Changes a user. Nobody changes their own role, and the last administrator who may sign in stays one: the
 * statement itself decides, so the rule holds however many such changes race.
 *
 * @param by the id of who does it
 */
export async function updateUser(
  db: Database,
  id: string,
  input: UserInput,
  { by, now }: { by: string; now: number },
): Promise<UserChange> {
  const keepsRole = eq(users.role, input.role);
  try {
    const changed = await db
      .update(users)
      .set({
        ...input,
        nameKey: comparisonKey(input.name),
        // A new address is nobody's proven one.
        emailVerifiedAt: sql`case when ${users.email} = ${input.email} then ${users.emailVerifiedAt} end`,
      })
      .where(and(eq(users.id, id), or(keepsRole, and(ne(users.id, by), dispensable(db, now)))))
      .returning({ id: users.id });
    if (changed.length === 1) return "done";
  } catch (error) {
    const cause = error instanceof Error ? error.cause : null;
    if (cause instanceof Error && cause.message.includes("UNIQUE constraint failed")) return "duplicate";
    throw error;
  }
  return refusalOf(db, id, by);
}

/**
 * Deletes a user with their sessions and linked accounts. Nobody deletes themself, nor the last administrator who
 * may sign in; decided as in {@link updateUser}.
 */
export async function deleteUser(
  db: Database,
  id: string,
  { by, now }: { by: string; now: number },
): Promise<UserChange> {
  const allowed = and(eq(users.id, id), ne(users.id, by), dispensable(db, now));
  const doomed = sql`(select ${users.id} from ${users} where ${allowed})`;
  const [, , deleted] = await db.batch([
    db.delete(sessions).where(eq(sessions.userId, doomed)),
    db.delete(socialAccounts).where(eq(socialAccounts.userId, doomed)),
    db.delete(users).where(allowed).returning({ id: users.id }),
  ]);
  return deleted.length === 1 ? "done" : refusalOf(db, id, by);
}

/** A user without whom there would still be an administrator who may sign in. */
function dispensable(db: Database, now: number) {
  const others = alias(users, "others");
  const another = db
    .select({ id: others.id })
    .from(others)
    .where(
      and(
        eq(others.role, "admin"),
        ne(others.id, users.id),
        or(isNull(others.bannedAt), sql`${others.banExpiresAt} <= ${now}`),
      ),
    );
  return or(ne(users.role, "admin"), sql`exists ${another}`);
}

/** Why a change found nobody it applied to. */
async function refusalOf(db: Database, id: string, by: string): Promise<UserChange> {
  if (id === by) return "yourself";
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.id, id));
  return user ? "last-admin" : "not-found";
}

/**
 * Records a new user's name and when they gave it, once: a second submission changes nothing.
 * @param now milliseconds since 1970
 * @returns whether this call did it
 */
export async function onboardUser(db: Database, userId: string, name: string, now: number): Promise<boolean> {
  const onboarded = await db
    .update(users)
    .set({ name, nameKey: comparisonKey(name), onboardedAt: now, updatedAt: now })
    .where(and(eq(users.id, userId), isNull(users.onboardedAt)))
    .returning({ id: users.id });
  return onboarded.length === 1;
}
