import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import { timestamp } from "#app/core/db/columns.ts";

/** What this database is for: `demo` marks one that has only the demo's data. */
export const databaseMarks = sqliteTable("database_marks", {
  name: text("name", { enum: ["demo"] }).primaryKey(),
  markedAt: timestamp("marked_at").notNull(),
});
