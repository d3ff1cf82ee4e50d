import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, timestamp } from "#app/core/db/columns.ts";
import { users } from "./users.ts";

/** Signed-in sessions, each of a user in a browser. */
export const sessions = sqliteTable(
  "sessions",
  {
    id: id(),
    /** SHA-256 of the token in the cookie; the token itself is never stored. */
    tokenHash: text("token_hash").notNull().unique("sessions_token_hash_unique"),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    expiresAt: timestamp("expires_at").notNull(),
    userAgent: text("user_agent"),
    /** ISO 3166-1 alpha-2, as Cloudflare saw it at sign-in. */
    country: text("country"),
    /** When its owner last proved who they are. Changes that can't be undone need a recent proof. */
    provenAt: timestamp("proven_at").notNull().default(0),
    /**
     * When its owner last proved who they are with the second step or a passkey, not only with an emailed
     * code. 0 if they have not in this session.
     */
    factorProvenAt: timestamp("factor_proven_at").notNull().default(0),
    /**
     * The user that this session is impersonating, and until when. No foreign key: if that user is deleted, the session
     * reverts to its owner, and deleting users doesn't have to search the sessions.
     */
    impersonatedUserId: text("impersonated_user_id"),
    impersonationEndsAt: timestamp("impersonation_ends_at"),
    createdAt: timestamp("created_at").notNull(),
    /** When the session was last used. Only a renewal, which also moves the session's end, records this. */
    updatedAt: timestamp("updated_at").notNull(),
  },
  (table) => [
    index("sessions_user_updated_at").on(table.userId, table.updatedAt, table.id),
    index("sessions_expires_at").on(table.expiresAt),
  ],
);
