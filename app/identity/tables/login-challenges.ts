import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { timestamp } from "#app/core/db/columns.ts";

/** What a login code can be requested for. It is valid for that purpose only. */
const CODE_PURPOSES = ["sign-in", "change-email", "leave-email", "delete-account", "confirm"] as const;

export type CodePurpose = (typeof CODE_PURPOSES)[number];

/** A challenge of this purpose waits for a code of an authenticator app, which nobody mails (slices/second-step). */
export const SECOND_STEP = "second-step";

/**
 * A login code that was requested, to sign in or to do what a session alone must not; or a sign-in that waits for its
 * second step. The code's HMAC is in KV under the same id, or here when KV can't take it; this row holds what must be
 * exact: how often it was tried, and whether it was used or replaced.
 */
export const loginChallenges = sqliteTable(
  "login_challenges",
  {
    id: text("id").primaryKey(),
    email: text("email").notNull(),
    /** Where the address is delivered (lib/mailbox): what strangers have sent to any spelling fills one mailbox. Null if nothing was mailed. */
    mailbox: text("mailbox"),
    purpose: text("purpose", { enum: [...CODE_PURPOSES, SECOND_STEP] })
      .notNull()
      .default("sign-in"),
    /** The user who asked, if signed in. No foreign key: deleting users doesn't have to search the challenges. */
    userId: text("user_id"),
    /**
     * The browser that asked, if it has signed in to this address before; null for any other. Each browser has a
     * budget of its own, so that a stranger can't use up somebody else's.
     */
    deviceId: text("device_id"),
    /** The code's HMAC, if it is kept here and not in KV (docs/decisions/0060). */
    codeMac: text("code_mac"),
    /** SHA-256 of the token in the mail's link, which signs in without the code. Null for other purposes. */
    linkHash: text("link_hash").unique("login_challenges_link_hash_unique"),
    createdAt: timestamp("created_at").notNull(),
    expiresAt: timestamp("expires_at").notNull(),
    attempts: integer("attempts").notNull().default(0),
    consumedAt: timestamp("consumed_at"),
    /** The code reached nobody. It counts only towards the interval between two codes. */
    withdrawnAt: timestamp("withdrawn_at"),
    /** A newer code for the same browser made this one useless. */
    replacedAt: timestamp("replaced_at"),
    /**
     * What consumed it: the session it created or that asked for it, or the request. Lets one batch tell the winner of
     * a race from the loser.
     */
    sessionId: text("session_id"),
  },
  (table) => [
    index("login_challenges_email_created_at").on(table.email, table.createdAt),
    index("login_challenges_mailbox_created_at").on(table.mailbox, table.createdAt),
    index("login_challenges_created_at").on(table.createdAt),
  ],
);
