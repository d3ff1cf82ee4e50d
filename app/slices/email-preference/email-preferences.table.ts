import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, timestamp, timestamps } from "#app/core/db/columns.ts";
import { users } from "#app/identity/tables/users.ts";

/** Choices about emails that can be switched off: one row for each kind, and each person or mailbox. */
export const emailPreferences = sqliteTable(
  "email_preferences",
  {
    id: id(),
    /** The `kind` of an OptionalEmail. */
    kind: text("kind").notNull(),
    /** The user who chose; null if the address had no account. */
    userId: text("user_id").references(() => users.id),
    /** Without a user: a hash of the mailbox (core/lib/mailbox), so that the table does not reveal whose it is. */
    mailboxKey: text("mailbox_key"),
    isOn: integer("is_on", { mode: "boolean" }).notNull(),
    /** When the next email is due, if emails of this kind are regular and switched on. */
    dueAt: timestamp("due_at"),
    /** When the last email was sent, if emails of this kind are regular. */
    sentAt: timestamp("sent_at"),
    /** The site where the choice was made. Links lead there, because the cron has no request to take an origin from. */
    site: text("site").notNull(),
    ...timestamps,
  },
  (table) => [
    uniqueIndex("email_preferences_user_kind_unique").on(table.userId, table.kind),
    uniqueIndex("email_preferences_mailbox_kind_unique").on(table.mailboxKey, table.kind),
    index("email_preferences_due").on(table.kind, table.dueAt).where(sql`due_at is not null`),
  ],
);
