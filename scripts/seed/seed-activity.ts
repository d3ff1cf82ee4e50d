import type { DrizzleD1Database } from "drizzle-orm/d1";
import { dayOf } from "#app/core/lib/calendar-day.ts";
import { DAY } from "#app/core/lib/durations.ts";
import { dailyCounts } from "#app/schema.ts";

/** The number of sign-ins on each day from Sunday to Saturday. People read more on weekends. */
const SIGN_INS = [7, 2, 4, 2, 3, 3, 5];

/**
 * Adds the sign-ins of the days from the first sign-ups to yesterday, so that the dashboard opens with a chart. Each week
 * has a few more than the week before. The database counts the sign-ups itself.
 */
export async function seedActivity(db: DrizzleD1Database, signedUpAt: number, now: number): Promise<void> {
  const days = Array.from({ length: (now - signedUpAt) / DAY }, (_, index) => signedUpAt + index * DAY);
  const rows = days.map((time, index) => ({
    day: dayOf(time, "UTC"),
    name: "sign-ins" as const,
    value: (SIGN_INS[new Date(time).getUTCDay()] ?? 0) + Math.floor(index / 10),
  }));
  await db.insert(dailyCounts).values(rows);
}
