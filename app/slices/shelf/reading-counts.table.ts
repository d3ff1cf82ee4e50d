import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { owned } from "#app/core/db/owned.ts";
import { users } from "#app/identity/tables/users.ts";
import { READING_STATES } from "./reading-states.ts";

/**
 * How many books are on a user's shelf, by state. Triggers maintain the numbers, because counting would read all of the
 * books.
 */
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
