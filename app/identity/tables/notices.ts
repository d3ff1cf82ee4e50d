import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, timestamp } from "#app/core/db/columns.ts";

/**
 * Emails about actions on somebody's account. A notice is written in the same batch as the action, so that neither
 * exists without the other, and a job emails it (identity/notice/notice-job.ts).
 */
export const notices = sqliteTable(
  "notices",
  {
    id: id(),
    /** The user whose account the notice is about. No foreign key, because a notice outlives its user. */
    userId: text("user_id").notNull(),
    email: text("email").notNull(),
    /** The key of the notice's texts in locales/<language>/email.json. */
    about: text("about").notNull(),
    /** The values for the notice's texts, as JSON. */
    details: text("details").notNull().default("{}"),
    /** The language of the notice's texts. */
    language: text("language").notNull(),
    /** The time zone (IANA) of the notice's times; UTC without one. */
    timeZone: text("time_zone"),
    createdAt: timestamp("created_at").notNull(),
  },
  (table) => [
    index("notices_created_at").on(table.createdAt),
    index("notices_user_about_created_at").on(table.userId, table.about, table.createdAt),
  ],
);
