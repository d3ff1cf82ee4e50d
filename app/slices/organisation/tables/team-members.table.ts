import { index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, timestamps } from "#app/core/db/columns.ts";
import { users } from "#app/identity/tables/users.ts";
import { organisationMembers } from "./organisation-members.table.ts";
import { organisations } from "./organisations.table.ts";
import { organisationTeams } from "./teams.table.ts";

/**
 * The members of teams. `memberId` refers to the membership in the organisation, so nobody else can be in a team. The
 * ids of the organisation and the user are copies. With these copies, deleting the organisation or the user also
 * deletes these rows, and a list finds names without reading memberships.
 */
export const organisationTeamMembers = sqliteTable(
  "organisation_team_members",
  {
    id: id(),
    organisationId: text("organisation_id")
      .notNull()
      .references(() => organisations.id),
    teamId: text("team_id")
      .notNull()
      .references(() => organisationTeams.id),
    memberId: text("member_id")
      .notNull()
      .references(() => organisationMembers.id),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    ...timestamps,
  },
  (table) => [
    uniqueIndex("organisation_team_members_team_member_unique").on(table.teamId, table.memberId),
    // The index for the order of a team's list.
    index("organisation_team_members_team_created_at").on(table.teamId, table.createdAt, table.id),
    index("organisation_team_members_organisation").on(table.organisationId),
    index("organisation_team_members_member").on(table.memberId),
    index("organisation_team_members_user").on(table.userId),
  ],
);
