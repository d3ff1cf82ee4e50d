import { eq, or, type SQL } from "drizzle-orm";
import {
  ABOUT_OTHERS,
  INTERNAL,
  OWN_ID,
  type PersonalTable,
  personalTable,
  SECRET,
} from "#app/identity/hooks/personal-table.ts";
import { logDeparture } from "#app/slices/organisation/member/member.server.ts";
import { organisationInvitations } from "#app/slices/organisation/tables/organisation-invitations.table.ts";
import { organisationMembers } from "#app/slices/organisation/tables/organisation-members.table.ts";
import { organisationTeamMembers } from "#app/slices/organisation/tables/team-members.table.ts";
import {
  deleteOrganisationsOfOne,
  organisationsThatNeed,
  soleMemberOrganisations,
} from "./only-owner.server.ts";
import { organisationTenant } from "./token-tenant.server.ts";

export const organisationPersonalTables: readonly PersonalTable[] = [
  personalTable(organisationTeamMembers, {
    section: "teams",
    of: ({ id }) => eq(organisationTeamMembers.userId, id),
    by: organisationTeamMembers.createdAt,
    columns: {
      id: INTERNAL,
      organisationId: "value",
      teamId: "value",
      memberId: INTERNAL,
      userId: OWN_ID,
      createdAt: "time",
      updatedAt: "time",
    },
  }),
  personalTable(organisationMembers, {
    section: "memberships",
    of: ({ id }) => eq(organisationMembers.userId, id),
    by: organisationMembers.createdAt,
    goesWith: { of: soleMemberOrganisations, remove: deleteOrganisationsOfOne },
    logsEnd: logDeparture,
    tenant: organisationTenant,
    ties: { code: "ONLY_OWNER_CANNOT_LEAVE", remedy: "tenant:keepsAccount", of: organisationsThatNeed },
    columns: {
      id: INTERNAL,
      organisationId: "value",
      userId: OWN_ID,
      role: "value",
      createdAt: "time",
      updatedAt: "time",
    },
  }),
  // The invitations that the user has sent and received.
  personalTable(organisationInvitations, {
    section: "invitations",
    of: ({ id, email }) =>
      or(eq(organisationInvitations.userId, id), eq(organisationInvitations.email, email)) as SQL,
    by: organisationInvitations.createdAt,
    columns: {
      id: INTERNAL,
      organisationId: "value",
      userId: ABOUT_OTHERS,
      email: "value",
      role: "value",
      teamId: "value",
      state: "value",
      nonce: SECRET,
      expiresAt: "time",
      createdAt: "time",
      updatedAt: "time",
    },
  }),
];
