import type { SQL } from "drizzle-orm";
import { DAY } from "#app/core/lib/durations.ts";
import { PLAN_LIMITS } from "#app/plan-limits.ts";
import type { Settings } from "#app/settings.ts";
import { takeFromBudget } from "./budget.server.ts";
import type { Database } from "./client.server.ts";

/** A use of KV that has its own share of the day's writes. */
type KvUse = keyof (typeof PLAN_LIMITS)["free"]["kvWritesADay"];

type Plan = Pick<Settings, "WORKERS_PLAN">;

/** How many KV writes a day the plan allows for a use. */
const limitOf = ({ WORKERS_PLAN }: Plan, what: KvUse): number =>
  PLAN_LIMITS[WORKERS_PLAN].kvWritesADay[what] ?? Number.POSITIVE_INFINITY;

/**
 * A statement that takes one of today's (UTC) KV writes for a use, alone or in a batch. It returns a row with the
 * number taken so far, or no row if they are used up. Every KV write that a stranger can cause goes through it, so that
 * strangers can't use up KV for everything else (docs/decisions/0060).
 * @param where takes a write only if this condition holds
 */
export function takeKvWrite(db: Database, plan: Plan, what: KvUse, now: number, where?: SQL) {
  const limit = Math.min(limitOf(plan, what), Number.MAX_SAFE_INTEGER);
  return takeFromBudget(db, { id: `kv:${what}`, limit, period: DAY }, now, where);
}

/**
 * Whether the write just taken was the last one of today. Only one request a day gets true. @param used the number
 * taken so far
 */
export const wasLastKvWrite = (plan: Plan, what: KvUse, used: number | undefined): boolean =>
  used === limitOf(plan, what);
