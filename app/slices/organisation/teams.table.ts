import { integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, timestamps } from "#app/core/db/columns.ts";
import { organisations } from "./organisations.table.ts";

/** The teams of organisations. Each organisation has at least one. */
export const organisationTeams = sqliteTable(
  "organisation_teams",
  {
    id: id(),
    organisationId: text("organisation_id")
      .notNull()
      .references(() => organisations.id),
    name: text("name").notNull(),
    /** The name as comparisonKey() folds it: no two teams of an organisation have the same. */
    nameKey: text("name_key").notNull(),
    /** How many members it has; kept by triggers, so that a list of teams reads none of them. */
    memberCount: integer("member_count").notNull().default(0),
    ...timestamps,
  },
  (table) => [
    uniqueIndex("organisation_teams_organisation_name_unique").on(table.organisationId, table.nameKey),
  ],
);
