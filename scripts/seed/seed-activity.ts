import type { DrizzleD1Database } from "drizzle-orm/d1";
import { dayOf } from "#app/core/lib/calendar-day.ts";
import { DAY } from "#app/core/lib/durations.ts";
import { dailyCounts } from "#app/schema.ts";

/** How many days before today the dashboard shows. */
const DAYS = 29;

/** The number of sign-ins on each day from Sunday to Saturday. People read more on weekends. */
const SIGN_INS = [31, 18, 16, 19, 17, 22, 34];

/**
 * Adds counts for the days before today, so that the dashboard opens with a chart. The days of a week differ, and each
 * week has a few more sign-ins than the week before. No users belong to these counts.
 */
export async function seedActivity(db: DrizzleD1Database, now: number): Promise<void> {
  const days = Array.from({ length: DAYS }, (_, index) => {
    const time = now - (DAYS - index) * DAY;
    const signIns = (SIGN_INS[new Date(time).getUTCDay()] ?? 0) + Math.floor(index / 3);
    return { day: dayOf(time, "UTC"), signIns, signUps: Math.floor(signIns / 8) };
  });
  const rows = days.flatMap(({ day, signIns, signUps }) => [
    { day, name: "sign-ins" as const, value: signIns },
    { day, name: "sign-ups" as const, value: signUps },
  ]);
  // D1 binds at most 100 values per statement.
  for (let at = 0; at < rows.length; at += 30) await db.insert(dailyCounts).values(rows.slice(at, at + 30));
}
