import { and, between, count, eq, lte, sql } from "drizzle-orm";
import type { Database } from "#app/core/db/client.server.ts";
import { dailyCounts } from "#app/core/db/tables/daily-counts.ts";
import { totals } from "#app/core/db/tables/totals.ts";
import { dayAfter, dayOf } from "#app/core/lib/calendar-day.ts";
import { ENTITIES, ENTITY_NAMES } from "#app/entities.ts";
import { sessions } from "#app/identity/tables/sessions.ts";
import { users } from "#app/identity/tables/users.ts";
import { LATEST } from "#app/slices.server.ts";
import type { LatestRow, LatestRows } from "./latest.server.ts";
import { monthOf } from "./month-totals.server.ts";
import { monthTotals } from "./month-totals.table.ts";

const userRows: LatestRows = {
  entity: "user",
  title: "dashboard:latestUsers",
  empty: "dashboard:noUsers",
  select: (db, limit) =>
    db
      .select({
        id: users.id,
        name: sql<string>`coalesce(${users.name}, ${users.email})`.as("shown_name"),
        detail: sql<string | null>`case when ${users.name} is not null then ${users.email} end`.as("detail"),
      })
      .from(users)
      .orderBy(sql`${users}.rowid desc`)
      .limit(limit),
};

/** The entities whose latest rows are shown, in this order. */
const ALL_LATEST: readonly LatestRows[] = [...LATEST, userRows];

const DAYS_SHOWN = 30;
const LATEST_SHOWN = 5;

/** How many expired sessions are counted at most. The cron deletes them once a day. */
const MOST_EXPIRED = 1000;

/** The activity of one UTC day. */
export interface DayOfActivity {
  /** ISO 8601. */
  day: string;
  signUps: number;
  signIns: number;
}

/**
 * The dashboard's numbers and lists, in one round trip. Triggers keep the totals, so it reads about 75 rows at most,
 * however large the tables are. It also reads up to MOST_EXPIRED sessions that have expired since the last purge, to
 * subtract them. On days when more sessions expire, the number is a little too high.
 */
export async function readDashboard(db: Database, now: number) {
  const [today, first] = [dayOf(now, "UTC"), 1 - DAYS_SHOWN];
  const days = Array.from({ length: DAYS_SHOWN }, (_, n) => dayAfter(today, first + n));
  const [counted, [expired], activity, ...newest] = await db.batch([
    db
      .select({
        name: totals.name,
        value: totals.value,
        before: sql<number | null>`${monthTotals.value}`.as("before"),
      })
      .from(totals)
      .leftJoin(monthTotals, and(eq(monthTotals.name, totals.name), eq(monthTotals.month, monthOf(now)))),
    db
      .select({ number: count() })
      .from(
        db
          .select({ id: sessions.id })
          .from(sessions)
          .where(lte(sessions.expiresAt, now))
          .limit(MOST_EXPIRED)
          .as("expired"),
      ),
    db
      .select()
      .from(dailyCounts)
      .where(between(dailyCounts.day, days[0] as string, days.at(-1) as string)),
    ...ALL_LATEST.map(({ select }) => select(db, LATEST_SHOWN)),
  ]);
  const counts = new Map(counted.map(({ name, value }) => [name, value]));
  const changes = new Map(counted.map(({ name, value, before }) => [name, value - (before ?? value)]));
  const on = (day: string, name: (typeof activity)[number]["name"]) =>
    activity.find((row) => row.day === day && row.name === name)?.value ?? 0;
  return {
    entities: ENTITY_NAMES.map((entity) => ({
      entity,
      total: counts.get(ENTITIES[entity]) ?? 0,
      change: changes.get(ENTITIES[entity]) ?? 0,
    })),
    sessions: (counts.get("sessions") ?? 0) - (expired?.number ?? 0),
    activity: days.map(
      (day): DayOfActivity => ({ day, signUps: on(day, "sign-ups"), signIns: on(day, "sign-ins") }),
    ),
    latest: ALL_LATEST.map(({ entity, title, empty }, index) => ({
      entity,
      title,
      empty,
      rows: (newest[index] ?? []) as LatestRow[],
    })),
  };
}
