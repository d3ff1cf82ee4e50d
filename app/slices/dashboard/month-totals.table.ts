import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** The row counts by table (core/db/tables/totals.ts) as they were when a month began, or when they were first kept in it. */
export const monthTotals = sqliteTable("month_totals", {
  name: text("name").primaryKey(),
  /** In UTC: "2026-11". */
  month: text("month").notNull(),
  value: integer("value").notNull(),
});
