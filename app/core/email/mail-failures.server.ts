import { and, eq, gte } from "drizzle-orm";
import { takeFromBudget } from "#app/core/db/budget.server.ts";
import type { Database } from "#app/core/db/client.server.ts";
import { budgets } from "#app/core/db/tables/budgets.ts";
import { DAY } from "#app/core/lib/durations.ts";

/** The budget only counts, so its limit is never reached. */
const COUNT = { id: "mail-failures", limit: Number.MAX_SAFE_INTEGER, period: DAY };

/** Counts an email that could not be sent. */
export async function countMailFailure(db: Database, now: number): Promise<void> {
  await takeFromBudget(db, COUNT, now);
}

/** How many attempts to send an email have failed since 00:00 UTC. */
export async function mailFailuresToday(db: Database, now: number): Promise<number> {
  const [today] = await db
    .select({ used: budgets.used })
    .from(budgets)
    .where(and(eq(budgets.id, COUNT.id), gte(budgets.beganAt, now - (now % DAY))));
  return today?.used ?? 0;
}
