import { lt, type SQL, sql } from "drizzle-orm";
import { budgets } from "#app/core/db/tables/budgets.ts";
import { DAY } from "#app/core/lib/durations.ts";
import type { Database } from "./client.server.ts";
import { insertFrom } from "./insert-from.server.ts";

/** So much of something in each period, counted exactly, however many requests ask at once. */
export interface Budget {
  /** What is limited, and for whom: a name or a hash, as nothing else protects it. */
  id: string;
  limit: number;
  /** Milliseconds. Periods begin at multiples of it since 1970: those of an hour on the hour, those of a day at 00:00 UTC. */
  period: number;
}

/**
 * A statement that takes one from a budget: alone (`await`) or in a batch. It returns a row with how many are taken now, or
 * none if the budget of this period is used up; then it writes nothing.
 * @param now milliseconds since 1970
 * @param where takes one only if this holds
 */
export function takeFromBudget(db: Database, { id, limit, period }: Budget, now: number, where?: SQL) {
  const beganAt = now - (now % period);
  const isOver = lt(budgets.beganAt, beganAt);
  return insertFrom(db, budgets, { id, beganAt, used: 1 }, { where })
    .onConflictDoUpdate({
      target: budgets.id,
      set: { beganAt, used: sql`case when ${isOver} then 1 else ${budgets.used} + 1 end` },
      setWhere: sql`${isOver} or ${budgets.used} < ${limit}`,
    })
    .returning({ used: budgets.used });
}

/** Deletes the budgets that nothing was taken from for a day. @returns how many */
export async function purgeBudgets(db: Database, now: number): Promise<number> {
  const { meta } = await db.delete(budgets).where(lt(budgets.beganAt, now - DAY));
  return meta.changes;
}
