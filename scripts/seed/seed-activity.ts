import type { DrizzleD1Database } from "drizzle-orm/d1";
import { dayOf } from "#app/core/lib/calendar-day.ts";
import { DAY } from "#app/core/lib/durations.ts";
import { dailyCounts } from "#app/schema.ts";

/** How many days before today the dashboard shows. */
const DAYS = 29;

/** The number of a person's sign-ins on each day from Sunday to Saturday. People read more on weekends. */
const SIGN_INS = [4, 1, 2, 1, 2, 1, 3];

/**
 * Adds the sign-ins of the days before today, so that the dashboard opens with a chart: on each day, those of the people
 * who had signed up by then. The database counts the sign-ups itself. @param signUps their times
 */
export async function seedActivity(db: DrizzleD1Database, now: number, signUps: number[]): Promise<void> {
  const days = Array.from({ length: DAYS }, (_, index) => now - (DAYS - index) * DAY);
  const rows = days.map((time) => {
    const people = signUps.filter((at) => at <= time).length;
    const value = people * (SIGN_INS[new Date(time).getUTCDay()] ?? 0);
    return { day: dayOf(time, "UTC"), name: "sign-ins" as const, value };
  });
  await db.insert(dailyCounts).values(rows);
}
