import { lt, type SQL, sql } from "drizzle-orm";
import { budgets } from "#app/core/db/tables/budgets.ts";
import { DAY } from "#app/core/lib/durations.ts";
import type { Database } from "./client.server.ts";
import { insertFrom } from "./insert-from.server.ts";

/** A quota per period, counted exactly however many requests use it at the same time. */
export interface Budget {
  /**
   * A name or a hash that says what is limited, and for whom. It is stored as it is, so it must contain no
   * personal data.
   */
  id: string;
  limit: number;
  /**
   * The length of a period, in milliseconds. Periods start at multiples of it since 1970: hours on the hour,
   * days at 00:00 UTC.
   */
  period: number;
}

/**
 * A statement that takes one unit from a budget, alone (`await`) or in a batch. It returns a row with the number taken
 * so far in this period. If the budget is used up, it returns no row and writes nothing.
 * @param now milliseconds since 1970
 * @param where takes a unit only if this condition holds
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

/** Deletes budgets that were not used for a day. @returns how many */
export async function purgeBudgets(db: Database, now: number): Promise<number> {
  const { meta } = await db.delete(budgets).where(lt(budgets.beganAt, now - DAY));
  return meta.changes;
}
