import { sql } from "drizzle-orm";
import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, timestamp } from "#app/core/db/columns.ts";

const WAITING = sql`done_at is null and stopped_at is null`;

/** A change of a user's address: carried out immediately, or pending because the user has lost the old mailbox. */
export const emailChanges = sqliteTable(
  "email_changes",
  {
    id: id(),
    /** No foreign key, because the undo link of a notice must find out that the user no longer exists. */
    userId: text("user_id").notNull(),
    oldEmail: text("old_email").notNull(),
    newEmail: text("new_email").notNull(),
    createdAt: timestamp("created_at").notNull(),
    /** When the change is carried out, unless it is cancelled before. */
    dueAt: timestamp("due_at").notNull(),
    /** When the change was carried out. */
    doneAt: timestamp("done_at"),
    /** When the change was cancelled or undone. */
    stoppedAt: timestamp("stopped_at"),
  },
  (table) => [
    index("email_changes_user_id").on(table.userId, table.createdAt),
    index("email_changes_waiting").on(table.dueAt).where(WAITING),
    // Finds the pending change of a user, who may have had many other changes.
    index("email_changes_waiting_of_user").on(table.userId).where(WAITING),
    // Finds earlier addresses that an undo may give back.
    index("email_changes_reserved").on(table.oldEmail).where(sql`done_at is not null and stopped_at is null`),
  ],
);
