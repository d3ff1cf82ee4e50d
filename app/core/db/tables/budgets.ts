import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { timestamp } from "#app/core/db/columns.ts";

/** How much of a budget is used in its current period (app/core/db/budget.server.ts). */
export const budgets = sqliteTable("budgets", {
  /**
   * A name that says what is limited. If the limit is for one person, the part about the person is a hash,
   * which identifies nobody.
   */
  id: text("id").primaryKey(),
  /** When the period started. */
  beganAt: timestamp("began_at").notNull(),
  used: integer("used").notNull(),
});
