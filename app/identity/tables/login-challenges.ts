import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { timestamp } from "#app/core/db/columns.ts";

/** The purposes of login codes. A code is valid for its purpose only. */
const CODE_PURPOSES = ["sign-in", "change-email", "leave-email", "delete-account", "confirm"] as const;

export type CodePurpose = (typeof CODE_PURPOSES)[number];

/** The purpose of a challenge for an authenticator app's code, for which no email is sent (slices/second-step). */
export const SECOND_STEP = "second-step";

/**
 * A login code that was requested to sign in, or for an action for which a session is not enough; or a sign-in that is
 * pending until its second step. The code's HMAC is in KV under the same id, or here if KV could not store it. This row
 * has the exact data: how often the code was tried, and whether it was used or replaced.
 */
export const loginChallenges = sqliteTable(
  "login_challenges",
  {
    id: text("id").primaryKey(),
    email: text("email").notNull(),
    /**
     * The mailbox of the address (lib/mailbox): emails that strangers request for any spelling fill the same mailbox.
     * Null if no email was sent.
     */
    mailbox: text("mailbox"),
    purpose: text("purpose", { enum: [...CODE_PURPOSES, SECOND_STEP] })
      .notNull()
      .default("sign-in"),
    /**
     * The user who requested the code, if signed in. No foreign key, so that deleting a user doesn't have to
     * search the challenges.
     */
    userId: text("user_id"),
    /**
     * The browser that requested the code, if it has signed in with this address before; otherwise null. Each
     * browser has a separate budget, so that a stranger can't use up somebody else's.
     */
    deviceId: text("device_id"),
    /** The code's HMAC, if it is stored here and not in KV (docs/decisions/0060). */
    codeMac: text("code_mac"),
    /** SHA-256 of the token in the email's link, which signs in without the code. Null for other purposes. */
    linkHash: text("link_hash").unique("login_challenges_link_hash_unique"),
    createdAt: timestamp("created_at").notNull(),
    expiresAt: timestamp("expires_at").notNull(),
    attempts: integer("attempts").notNull().default(0),
    consumedAt: timestamp("consumed_at"),
    /**
     * When the challenge was withdrawn because its code could not be delivered. After that, it counts only towards the
     * interval between two codes.
     */
    withdrawnAt: timestamp("withdrawn_at"),
    /** When a newer code for the same browser replaced this code. */
    replacedAt: timestamp("replaced_at"),
    /**
     * What consumed the challenge: the id of the session that it created or that requested it, or the id of
     * the request. A batch sees from this whether it was its own request that consumed the challenge.
     */
    sessionId: text("session_id"),
  },
  (table) => [
    index("login_challenges_email_created_at").on(table.email, table.createdAt),
    index("login_challenges_mailbox_created_at").on(table.mailbox, table.createdAt),
    index("login_challenges_created_at").on(table.createdAt),
  ],
);
