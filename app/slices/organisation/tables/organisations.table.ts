import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, timestamps } from "#app/core/db/columns.ts";
import { tenant } from "#app/core/db/tenant.ts";

/** Organisations, whose rows several people share. */
export const organisations = tenant(
  sqliteTable(
    "organisations",
    {
      id: id(),
      name: text("name").notNull(),
      /** The name, folded by comparisonKey(). */
      nameKey: text("name_key").notNull(),
      /**
       * The organisation's current address, as in /app/o/<slug>. The table organisation_addresses has all addresses
       * that lead to it, and keeps them unique.
       */
      slug: text("slug").notNull(),
      /** The number of members. Triggers maintain it, so that a list of organisations reads no members. */
      memberCount: integer("member_count").notNull().default(0),
      /**
       * The id of the logo's file, if the organisation has a logo. The slice that stores logos maintains it
       * (docs/decisions/0089).
       */
      logoId: text("logo_id"),
      ...timestamps,
    },
    (table) => [
      // Indexes for the orders of the manager's list.
      index("organisations_name_key").on(table.nameKey, table.id),
      index("organisations_created_at").on(table.createdAt, table.id),
    ],
  ),
);
