import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, timestamp } from "#app/core/db/columns.ts";
import { users } from "#app/identity/tables/users.ts";

const OPEN = sql`done_at is null and stopped_at is null`;

/** A reset of a user's second step and passkeys, which an administrator has begun (docs/decisions/0054). */
export const factorResets = sqliteTable(
  "factor_resets",
  {
    id: id(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    /**
     * The address that got the email about the reset. If the user's address has changed since, nothing is
     * reset.
     */
    email: text("email").notNull(),
    /**
     * Whether the user could enter the manager when the reset began. If so, the reset needs a confirmation,
     * even if the user can no longer enter the manager.
     */
    ofManager: integer("of_manager", { mode: "boolean" }).notNull(),
    /**
     * The administrators who began and confirmed the reset. There are no foreign keys, so deleting a user doesn't
     * search the resets.
     */
    begunBy: text("begun_by").notNull(),
    begunAt: timestamp("begun_at").notNull(),
    confirmedBy: text("confirmed_by"),
    confirmedAt: timestamp("confirmed_at"),
    /** When the reset is carried out, unless it is stopped or still unconfirmed. */
    dueAt: timestamp("due_at").notNull(),
    doneAt: timestamp("done_at"),
    stoppedAt: timestamp("stopped_at"),
    /**
     * The language and the site of the reset's emails are stored, because the cron that carries out the reset
     * has no request.
     */
    language: text("language").notNull(),
    site: text("site").notNull(),
  },
  (table) => [
    uniqueIndex("factor_resets_open_unique").on(table.userId).where(OPEN),
    index("factor_resets_user_id").on(table.userId),
    index("factor_resets_waiting").on(table.dueAt).where(OPEN),
  ],
);
