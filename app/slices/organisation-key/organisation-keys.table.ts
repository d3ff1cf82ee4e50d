import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, timestamp } from "#app/core/db/columns.ts";
import type { Scope } from "#app/scopes.ts";
import { organisations } from "#app/slices/organisation/tables/organisations.table.ts";

/**
 * A key of an organisation. A program uses it to call the API as the organisation, within its scopes. Only the audit
 * log records who created it, so the key stays when that member leaves.
 */
export const organisationKeys = sqliteTable(
  "organisation_keys",
  {
    id: id(),
    organisationId: text("organisation_id")
      .notNull()
      .references(() => organisations.id),
    /** The name that the organisation's owners gave the key. */
    name: text("name").notNull(),
    /** SHA-256 of the key; the key itself is never stored. */
    tokenHash: text("token_hash").notNull().unique("organisation_keys_token_hash_unique"),
    scopes: text("scopes", { mode: "json" }).$type<Scope[]>().notNull(),
    createdAt: timestamp("created_at").notNull(),
    expiresAt: timestamp("expires_at").notNull(),
    /** When the key was last used. Updated at most once an hour. */
    lastUsedAt: timestamp("last_used_at"),
  },
  (table) => [
    index("organisation_keys_organisation_created_at").on(table.organisationId, table.createdAt, table.id),
    index("organisation_keys_expires_at").on(table.expiresAt),
  ],
);
