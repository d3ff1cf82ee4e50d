import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, timestamp, timestamps } from "#app/core/db/columns.ts";
import { users } from "#app/identity/tables/users.ts";

/** What people have chosen about emails that they can switch off: one row for each person or mailbox, and kind. */
export const emailPreferences = sqliteTable(
  "email_preferences",
  {
    id: id(),
    /** An OptionalEmail. */
    kind: text("kind").notNull(),
    /** Who has chosen; null if their address had no account. */
    userId: text("user_id").references(() => users.id),
    /** Otherwise a hash of their mailbox (core/lib/mailbox), so that nothing says whose it is. */
    mailboxKey: text("mailbox_key"),
    isOn: integer("is_on", { mode: "boolean" }).notNull(),
    /** When the next one is due, if it comes regularly and is on. */
    dueAt: timestamp("due_at"),
    /** When the last one was sent, if it comes regularly. */
    sentAt: timestamp("sent_at"),
    /** The site where it was chosen, to which links lead: a cron has no request that says so. */
    site: text("site").notNull(),
    ...timestamps,
  },
  (table) => [
    uniqueIndex("email_preferences_user_kind_unique").on(table.userId, table.kind),
    uniqueIndex("email_preferences_mailbox_kind_unique").on(table.mailboxKey, table.kind),
    index("email_preferences_due").on(table.kind, table.dueAt).where(sql`due_at is not null`),
  ],
);
