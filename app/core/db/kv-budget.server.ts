import type { SQL } from "drizzle-orm";
import { DAY } from "#app/core/lib/durations.ts";
import { PLAN_LIMITS } from "#app/plan-limits.ts";
import type { Settings } from "#app/settings.ts";
import { takeFromBudget } from "./budget.server.ts";
import type { Database } from "./client.server.ts";

/** What has writes to KV of its own. */
type KvUse = keyof (typeof PLAN_LIMITS)["free"]["kvWritesADay"];

type Plan = Pick<Settings, "WORKERS_PLAN">;

/** How many writes the plan has for something in a day. */
const limitOf = ({ WORKERS_PLAN }: Plan, what: KvUse): number =>
  PLAN_LIMITS[WORKERS_PLAN].kvWritesADay[what] ?? Number.POSITIVE_INFINITY;

/**
 * A statement that takes one of the writes to KV that the plan has for something today (UTC), alone or in a batch. It returns
 * a row with how many are taken, or none if they are used up. What strangers can cause asks it, so that they leave KV to
 * the rest (docs/decisions/0060).
 * @param where takes one only if this holds
 */
export function takeKvWrite(db: Database, plan: Plan, what: KvUse, now: number, where?: SQL) {
  const limit = Math.min(limitOf(plan, what), Number.MAX_SAFE_INTEGER);
  return takeFromBudget(db, { id: `kv:${what}`, limit, period: DAY }, now, where);
}

/** Whether that was the last of today's writes. One request a day sees it. @param used how many are taken */
export const wasLastKvWrite = (plan: Plan, what: KvUse, used: number | undefined): boolean =>
  used === limitOf(plan, what);
