import { gte, lte, max, sql } from "drizzle-orm";
import type { Database } from "#app/core/db/client.server.ts";
import { HOUR } from "#app/core/lib/durations.ts";
import { logAlarm } from "#app/core/lib/log.ts";
import { loginFailures } from "#app/identity/tables/login-failures.ts";

/** How many hours the counts are kept. */
const KEPT_HOURS = 24;

/** The hour of a time, as the table counts hours. @param time in milliseconds since 1970 */
const hourOf = (time: number) => Math.floor(time / HOUR);

/**
 * Counts a wrong code, across the whole site. Whenever the hour's count reaches a multiple of `alarm`, logs one line:
 * D1 returns each count to only one request.
 */
export async function countLoginFailure(db: Database, now: number, alarm: number): Promise<void> {
  const [counted] = await db
    .insert(loginFailures)
    .values({ hour: hourOf(now), value: 1 })
    .onConflictDoUpdate({ target: loginFailures.hour, set: { value: sql`${loginFailures.value} + 1` } })
    .returning({ value: loginFailures.value });
  if (counted && counted.value % alarm === 0) logAlarm("many wrong codes", { inThisHour: counted.value });
}

/** Whether the count of this hour or the previous one has reached `alarm`. */
export async function hasManyLoginFailures(db: Database, now: number, alarm: number): Promise<boolean> {
  const [most] = await db
    .select({ value: max(loginFailures.value) })
    .from(loginFailures)
    .where(gte(loginFailures.hour, hourOf(now) - 1));
  return (most?.value ?? 0) >= alarm;
}

/** Deletes the counts that are older than a day. @returns how many */
export async function purgeLoginFailures(db: Database, now: number): Promise<number> {
  const { meta } = await db.delete(loginFailures).where(lte(loginFailures.hour, hourOf(now) - KEPT_HOURS));
  return meta.changes;
}
