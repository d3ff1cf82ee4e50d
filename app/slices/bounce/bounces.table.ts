import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { timestamp } from "#app/core/db/columns.ts";

/** The addresses to which emails are stopped, with or without an account. */
export const bounces = sqliteTable(
  "bounces",
  {
    /** The recipient of the email, in lower case. */
    email: text("email").primaryKey(),
    /** A EmailStop. */
    reason: text("reason", { enum: ["bounce", "complaint"] }).notNull(),
    /** The time of the last event. */
    at: timestamp("at").notNull(),
  },
  (table) => [index("bounces_at").on(table.at)],
);
