import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import { timestamp } from "#app/core/db/columns.ts";

/** When each cron ran last, and what of it failed (workers/app.ts). */
export const cronRuns = sqliteTable("cron_runs", {
  /** As wrangler.toml has it. */
  cron: text("cron").primaryKey(),
  ranAt: timestamp("ran_at").notNull(),
  /** What failed, as the log calls it: a list as JSON. */
  failed: text("failed", { mode: "json" }).$type<string[]>().notNull(),
});
