import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { timestamp } from "#app/core/db/columns.ts";

/** How much of a budget is used up in its present period (app/core/db/budget.server.ts). */
export const budgets = sqliteTable("budgets", {
  /** What is limited, and for whom if it is not the whole site, as a hash: nobody can be read from it. */
  id: text("id").primaryKey(),
  /** When the period began. */
  beganAt: timestamp("began_at").notNull(),
  used: integer("used").notNull(),
});
