import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { timestamp } from "#app/core/db/columns.ts";
import { users } from "#app/identity/tables/users.ts";

/**
 * A user's second step, with an authenticator app. `sealed` and `switchedOnAt` are null while the second step is off.
 */
export const secondSteps = sqliteTable("second_steps", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id),
  /** The app's secret, encrypted, with the id of the key that decrypts it (slices/second-step/sealed.server.ts). */
  sealed: text("sealed"),
  switchedOnAt: timestamp("switched_on_at"),
  /** The time step (RFC 6238) of the last accepted code. Codes of this step or earlier ones are refused. */
  lastTimeStep: integer("last_time_step").notNull().default(0),
  /** When an administrator was first asked to switch the second step on. The days of grace start at that time. */
  askedAt: timestamp("asked_at"),
});

/** The recovery codes, for users who have lost their app. Each works once. */
export const recoveryCodes = sqliteTable(
  "recovery_codes",
  {
    /** SHA-256 of the user's id and the code; the code itself is never stored. */
    codeHash: text("code_hash").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    createdAt: timestamp("created_at").notNull(),
    usedAt: timestamp("used_at"),
  },
  (table) => [index("recovery_codes_user_id").on(table.userId)],
);
