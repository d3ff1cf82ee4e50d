import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { owned } from "#app/core/db/owned.ts";
import { users } from "#app/identity/tables/users.ts";
import { READING_STATES } from "./reading-states.ts";

/** How many books are on somebody's shelf, by state; kept by triggers, because counting would read every one of them. */
export const readingCounts = owned(
  sqliteTable(
    "reading_counts",
    {
      userId: text("user_id")
        .notNull()
        .references(() => users.id),
      state: text("state", { enum: READING_STATES }).notNull(),
      value: integer("value").notNull(),
    },
    (table) => [primaryKey({ columns: [table.userId, table.state] })],
  ),
  "userId",
);
