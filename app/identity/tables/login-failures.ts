import { integer, sqliteTable } from "drizzle-orm/sqlite-core";

/** How many wrong login codes were entered, across the whole site, by hour. */
export const loginFailures = sqliteTable("login_failures", {
  /** Hours since 1970. */
  hour: integer("hour").primaryKey(),
  value: integer("value").notNull(),
});
