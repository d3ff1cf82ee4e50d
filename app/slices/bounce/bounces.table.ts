import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { timestamp } from "#app/core/db/columns.ts";

/** The addresses that get no mail for now, whether they have an account or not. */
export const bounces = sqliteTable(
  "bounces",
  {
    /** In lower case, as we mailed it. */
    email: text("email").primaryKey(),
    /** A MailStop. */
    reason: text("reason", { enum: ["bounce", "complaint"] }).notNull(),
    /** When the service noticed it last. */
    at: timestamp("at").notNull(),
  },
  (table) => [index("bounces_at").on(table.at)],
);
