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
    /** The name, folded by comparisonKey(), is unique in an organisation. */
    nameKey: text("name_key").notNull(),
    /** The number of members. Triggers maintain it, so that a list of teams reads no members. */
    memberCount: integer("member_count").notNull().default(0),
    ...timestamps,
  },
  (table) => [
    uniqueIndex("organisation_teams_organisation_name_unique").on(table.organisationId, table.nameKey),
  ],
);
