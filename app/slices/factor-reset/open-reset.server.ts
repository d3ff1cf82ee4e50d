import { and, eq, gt, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/core/db/client.server.ts";
import { hooked } from "#app/identity/hooks/hooks.server.ts";
import { users } from "#app/identity/tables/users.ts";
import { rolesThat } from "#app/permissions.ts";
import { CONFIRMATION_PERIOD } from "./factor-reset-wait.ts";
import { factorResets } from "./factor-resets.table.ts";

/** SQL: whether a reset has not ended. A user has at most one such reset. */
const isOpen = and(isNull(factorResets.doneAt), isNull(factorResets.stoppedAt));

/**
 * SQL: whether a reset is pending: open, and not lapsed. A reset lapses if no second administrator confirms
 * it within a week.
 */
export const isWaiting = (now: number) =>
  and(isOpen, or(isNotNull(factorResets.confirmedAt), gt(factorResets.begunAt, now - CONFIRMATION_PERIOD)));

/** SQL: whether the user still has the address that got the email about the reset. */
export const hasNotifiedAddress = and(eq(users.id, factorResets.userId), eq(users.email, factorResets.email));

/** SQL: whether a user may enter the manager. */
export const entersManager = inArray(users.role, rolesThat("apps:manager"));

/**
 * SQL: whether a second administrator has to confirm a user's reset. The user's role when the reset began
 * counts as well as the current role, so demoting an administrator does not make their reset due.
 */
export const needsConfirmation = or(factorResets.ofManager, entersManager) as SQL;

/** SQL: whether a user has a factor, and so something to reset. */
export const hasFactors = (db: Database): SQL =>
  sql`(${or(...hooked("factor").map(({ hasFactor }) => hasFactor(db, users.id))) ?? sql`false`})`;

/** A pending reset. Times in milliseconds since 1970. */
export interface WaitingReset {
  id: string;
  /** The address of the administrator who began the reset; null if that account no longer exists. */
  begunBy: string | null;
  begunById: string;
  /** The address of the administrator who confirmed the reset, if any. */
  confirmedBy: string | null;
  /** Whether a second administrator still has to confirm the reset. */
  isUnconfirmed: boolean;
  /** When the reset lapses if nobody confirms it. */
  lapsesAt: number;
  dueAt: number;
}

/** A user's pending reset, and whether they have any factors to reset, in one query. */
export async function findReset(
  db: Database,
  userId: string | SQL<string>,
  now: number,
): Promise<{ hasFactors: boolean; waiting: WaitingReset | null }> {
  const begun = alias(users, "begun");
  const confirmed = alias(users, "confirmed");
  const [row] = await db
    .select({
      hasFactors: sql<boolean>`${hasFactors(db)}`.mapWith(Boolean).as("has_factors"),
      id: sql<string | null>`${factorResets.id}`.as("reset_id"),
      begunBy: sql<string | null>`${begun.email}`.as("begun_by_email"),
      begunById: factorResets.begunBy,
      begunAt: factorResets.begunAt,
      confirmedBy: sql<string | null>`${confirmed.email}`.as("confirmed_by_email"),
      isUnconfirmed: sql<boolean>`${and(needsConfirmation, isNull(factorResets.confirmedAt))}`
        .mapWith(Boolean)
        .as("is_unconfirmed"),
      dueAt: factorResets.dueAt,
    })
    .from(users)
    .leftJoin(factorResets, and(hasNotifiedAddress, isWaiting(now)))
    .leftJoin(begun, eq(begun.id, factorResets.begunBy))
    .leftJoin(confirmed, eq(confirmed.id, factorResets.confirmedBy))
    .where(eq(users.id, userId));
  if (!row) return { hasFactors: false, waiting: null };
  const { id, begunById, begunAt, dueAt, hasFactors: has, ...shown } = row;
  if (id === null || begunById === null || begunAt === null || dueAt === null) {
    return { hasFactors: has, waiting: null };
  }
  return {
    hasFactors: has,
    waiting: { id, begunById, dueAt, lapsesAt: begunAt + CONFIRMATION_PERIOD, ...shown },
  };
}

/** A statement that marks a user's open reset, if any, as done. */
export const closeReset = (db: Database, userId: string, at: number) =>
  db
    .update(factorResets)
    .set({ doneAt: at })
    .where(and(eq(factorResets.userId, userId), isOpen));

/** A statement that stops a user's open reset, if any. @param where a further condition */
export const stopReset = (db: Database, userId: string | SQL, at: number, where?: SQL) =>
  db
    .update(factorResets)
    .set({ stoppedAt: at })
    .where(and(eq(factorResets.userId, userId), isOpen, where))
    .returning({ id: factorResets.id });
