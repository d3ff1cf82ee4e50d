import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * The row count of each table (core/db/tables/totals.ts) at the start of a month, or when it was first stored in that
 * month.
 */
export const monthTotals = sqliteTable("month_totals", {
  name: text("name").primaryKey(),
  /** In UTC: "2026-11". */
  month: text("month").notNull(),
  value: integer("value").notNull(),
});
