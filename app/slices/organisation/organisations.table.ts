import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, timestamps } from "#app/core/db/columns.ts";
import { tenant } from "#app/core/db/tenant.ts";

/** Organisations: what several people own together. */
export const organisations = tenant(
  sqliteTable(
    "organisations",
    {
      id: id(),
      name: text("name").notNull(),
      /** The name as comparisonKey() folds it. */
      nameKey: text("name_key").notNull(),
      /** Its address now, as in /app/o/<slug>. Every address that leads to it is in organisation_addresses, which keeps them unique. */
      slug: text("slug").notNull(),
      /** How many members it has; kept by triggers, so that a list of organisations reads none of them. */
      memberCount: integer("member_count").notNull().default(0),
      ...timestamps,
    },
    (table) => [
      // The orders of the manager's list.
      index("organisations_name_key").on(table.nameKey, table.id),
      index("organisations_created_at").on(table.createdAt, table.id),
    ],
  ),
);
