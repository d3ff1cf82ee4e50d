import { sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, timestamp, timestamps } from "#app/core/db/columns.ts";
import { users } from "#app/identity/tables/users.ts";

/** An account at an identity provider, with which one of our users signs in. */
export const socialAccounts = sqliteTable(
  "social_accounts",
  {
    id: id(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    provider: text("provider").notNull(),
    providerUserId: text("provider_user_id").notNull(),
    /** The time of the last sign-in with the account. Null if there was none since this column exists. */
    lastUsedAt: timestamp("last_used_at"),
    ...timestamps,
  },
  (table) => [
    uniqueIndex("social_accounts_provider_unique").on(table.provider, table.providerUserId),
    // A user has one account at a provider, because another one with the same address may belong to another person.
    uniqueIndex("social_accounts_user_unique").on(table.userId, table.provider),
  ],
);
