import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** How often something happened on a day. Triggers maintain it. */
export const dailyCounts = sqliteTable(
  "daily_counts",
  {
    /** ISO 8601, in UTC. */
    day: text("day").notNull(),
    name: text("name", { enum: ["sign-ups", "sign-ins"] }).notNull(),
    value: integer("value").notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.name] })],
);
