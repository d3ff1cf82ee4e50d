import { index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, timestamps } from "#app/core/db/columns.ts";
import { users } from "#app/identity/tables/users.ts";
import type { OrganisationRole } from "#app/slices/organisation/organisation-roles.ts";
import { organisations } from "./organisations.table.ts";

/** The members of organisations, with their roles. */
export const organisationMembers = sqliteTable(
  "organisation_members",
  {
    id: id(),
    organisationId: text("organisation_id")
      .notNull()
      .references(() => organisations.id),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    /** No CHECK lists the roles: SQLite can't change one without rebuilding the table. */
    role: text("role").$type<OrganisationRole>().notNull(),
    ...timestamps,
  },
  (table) => [
    uniqueIndex("organisation_members_organisation_user_unique").on(table.organisationId, table.userId),
    index("organisation_members_user").on(table.userId, table.role),
    // The index for the check that an owner remains.
    index("organisation_members_organisation_role").on(table.organisationId, table.role),
    // The index for the list of members.
    index("organisation_members_organisation_created_at").on(table.organisationId, table.createdAt, table.id),
  ],
);
