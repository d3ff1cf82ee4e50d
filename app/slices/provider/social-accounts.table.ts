import { sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, timestamp, timestamps } from "#app/core/db/columns.ts";
import { users } from "#app/identity/tables/users.ts";

/** An identity provider's account that signs in as one of our users. */
export const socialAccounts = sqliteTable(
  "social_accounts",
  {
    id: id(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    provider: text("provider").notNull(),
    providerUserId: text("provider_user_id").notNull(),
    /** The last sign-in with it. Null: not yet, or before this column existed. */
    lastUsedAt: timestamp("last_used_at"),
    ...timestamps,
  },
  (table) => [
    uniqueIndex("social_accounts_provider_unique").on(table.provider, table.providerUserId),
    // A user has one account at a provider: another one with the same address may belong to another person.
    uniqueIndex("social_accounts_user_unique").on(table.userId, table.provider),
  ],
);
