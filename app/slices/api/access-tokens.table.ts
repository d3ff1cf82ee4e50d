import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, timestamp } from "#app/core/db/columns.ts";
import { users } from "#app/identity/tables/users.ts";
import type { Scope } from "#app/scopes.ts";

/** A personal access token. A program uses it to call the API as the token's owner, within its scopes. */
export const accessTokens = sqliteTable(
  "access_tokens",
  {
    id: id(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    /** The name that the owner gave the token. */
    name: text("name").notNull(),
    /** SHA-256 of the token; the token itself is never stored. */
    tokenHash: text("token_hash").notNull().unique("access_tokens_token_hash_unique"),
    scopes: text("scopes", { mode: "json" }).$type<Scope[]>().notNull(),
    /**
     * The membership that the token is bound to (identity/hooks/tenant). Null: the token reaches everything that its
     * owner can reach.
     */
    membershipId: text("membership_id"),
    createdAt: timestamp("created_at").notNull(),
    expiresAt: timestamp("expires_at").notNull(),
    /** When the token was last used. Updated at most once an hour. */
    lastUsedAt: timestamp("last_used_at"),
  },
  (table) => [
    index("access_tokens_user_created_at").on(table.userId, table.createdAt, table.id),
    index("access_tokens_expires_at").on(table.expiresAt),
  ],
);
