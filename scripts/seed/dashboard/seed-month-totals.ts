import { sql } from "drizzle-orm";
import type { DrizzleD1Database } from "drizzle-orm/d1";
import { ENTITIES } from "#app/entities.ts";
import { monthTotals } from "#app/schema.ts";
import { monthOf } from "#app/slices/dashboard/month-totals.server.ts";

/** Stores how many rows of each entity there were when the month began, so that the dashboard shows their change. */
export async function seedMonthTotals(db: DrizzleD1Database, now: number): Promise<void> {
  const month = monthOf(now);
  const rows = Object.values(ENTITIES).map((name) => ({
    name,
    month,
    value: sql`(select count(*) from ${sql.identifier(name)} where created_at < ${Date.parse(month)})`,
  }));
  await db.insert(monthTotals).values(rows);
}
