import { count, gte, lte } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { dailyCounts, sessions, totals } from "#app/db/schema.ts";
import { ENTITIES, ENTITY_NAMES } from "#app/entities.ts";
import { latestBooks } from "#app/features/book/book.server.ts";
import { latestUsers } from "#app/features/user/user.server.ts";
import { dayOf } from "#app/lib/calendar-day.ts";
import { DAY } from "#app/lib/durations.ts";

const DAYS_SHOWN = 30;
const LATEST_SHOWN = 5;

/** The activity of one UTC day. */
export interface DayOfActivity {
  /** ISO 8601. */
  day: string;
  signUps: number;
  signIns: number;
}

/**
 * The dashboard's numbers and lists, in one round trip. Triggers keep the totals, so it reads about 75 rows at most,
 * however large the tables, plus the sessions that have expired since the last purge, to subtract them.
 */
export async function readDashboard(db: Database, now: number) {
  const days = Array.from({ length: DAYS_SHOWN }, (_, n) => dayOf(now - (DAYS_SHOWN - 1 - n) * DAY, "UTC"));
  const [counted, [expired], activity, newBooks, newUsers] = await db.batch([
    db.select().from(totals),
    db.select({ number: count() }).from(sessions).where(lte(sessions.expiresAt, now)),
    db
      .select()
      .from(dailyCounts)
      .where(gte(dailyCounts.day, days[0] as string)),
    latestBooks(db, LATEST_SHOWN),
    latestUsers(db, LATEST_SHOWN),
  ]);
  const counts = new Map(counted.map(({ name, value }) => [name, value]));
  const on = (day: string, name: (typeof activity)[number]["name"]) =>
    activity.find((row) => row.day === day && row.name === name)?.value ?? 0;
  return {
    entities: ENTITY_NAMES.map((entity) => ({ entity, total: counts.get(ENTITIES[entity]) ?? 0 })),
    sessions: (counts.get("sessions") ?? 0) - (expired?.number ?? 0),
    activity: days.map(
      (day): DayOfActivity => ({ day, signUps: on(day, "sign-ups"), signIns: on(day, "sign-ins") }),
    ),
    latestBooks: newBooks,
    latestUsers: newUsers,
  };
}
