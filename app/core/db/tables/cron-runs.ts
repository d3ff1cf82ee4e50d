import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import { timestamp } from "#app/core/db/columns.ts";

/** When each cron last ran, and which parts failed (workers/app.ts). */
export const cronRuns = sqliteTable("cron_runs", {
  /** The cron expression in wrangler.toml. */
  cron: text("cron").primaryKey(),
  ranAt: timestamp("ran_at").notNull(),
  /** The parts that failed, under their names in the log: a JSON list. */
  failed: text("failed", { mode: "json" }).$type<string[]>().notNull(),
});
