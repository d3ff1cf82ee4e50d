import { sql } from "drizzle-orm";
import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { timestamp } from "#app/core/db/columns.ts";
import { organisations } from "./organisations.table.ts";

/**
 * The addresses of organisations: the current address of each, and its former addresses, which lead to it for a year.
 */
export const organisationAddresses = sqliteTable(
  "organisation_addresses",
  {
    slug: text("slug").primaryKey(),
    organisationId: text("organisation_id")
      .notNull()
      .references(() => organisations.id),
    /** When another address replaced this one; null for the current address. */
    replacedAt: timestamp("replaced_at"),
  },
  (table) => [
    index("organisation_addresses_organisation").on(table.organisationId),
    index("organisation_addresses_replaced_at").on(table.replacedAt).where(sql`replaced_at is not null`),
  ],
);
