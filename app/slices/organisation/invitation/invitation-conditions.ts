import { and, eq, exists, gt, inArray, lt, or, type SQL } from "drizzle-orm";
import type { Database } from "#app/core/db/client.server.ts";
import { MEMBERS_PER_ORGANISATION } from "#app/slices/organisation/limits.ts";
import { organisationRolesThat, rolesUpTo } from "#app/slices/organisation/organisation-roles.ts";
import { organisationInvitations } from "#app/slices/organisation/tables/organisation-invitations.table.ts";
import { organisationMembers } from "#app/slices/organisation/tables/organisation-members.table.ts";
import { organisations } from "#app/slices/organisation/tables/organisations.table.ts";
import { organisationTeams } from "#app/slices/organisation/tables/teams.table.ts";

/** SQL: whether an invitation can be accepted. @param now milliseconds since 1970 */
export const isOpen = (now: number) =>
  and(eq(organisationInvitations.state, "open"), gt(organisationInvitations.expiresAt, now));

/** SQL: whether an organisation has an open invitation for an address. */
export const isOpenTo = (db: Database, email: string, now: number): SQL =>
  exists(
    db
      .select({ id: organisationInvitations.id })
      .from(organisationInvitations)
      .where(
        and(
          eq(organisationInvitations.organisationId, organisations.id),
          eq(organisationInvitations.email, email),
          isOpen(now),
        ),
      ),
  );

/** SQL: whether a team is the one that an invitation names, in the same organisation. */
export const isItsTeam = and(
  eq(organisationTeams.id, organisationInvitations.teamId),
  eq(organisationTeams.organisationId, organisationInvitations.organisationId),
);

/** SQL: whether an invitation is open and is the one that a link names. */
export const answerable = ({ id, nonce }: { id: string; nonce: string }, now: number) =>
  and(eq(organisationInvitations.id, id), eq(organisationInvitations.nonce, nonce), isOpen(now));

/** SQL: whether the inviter is still a member who may invite people with the role of the invitation. */
export const inviterMay = (db: Database): SQL =>
  exists(
    db
      .select({ id: organisationMembers.id })
      .from(organisationMembers)
      .where(
        and(
          eq(organisationMembers.organisationId, organisationInvitations.organisationId),
          eq(organisationMembers.userId, organisationInvitations.userId),
          or(
            ...organisationRolesThat("member:invite").map((role) =>
              and(eq(organisationMembers.role, role), inArray(organisationInvitations.role, rolesUpTo(role))),
            ),
          ),
        ),
      ),
  );

/** SQL: whether the organisation of an invitation has room for another member. */
export const hasRoom = (db: Database): SQL =>
  exists(
    db
      .select({ id: organisations.id })
      .from(organisations)
      .where(
        and(
          eq(organisations.id, organisationInvitations.organisationId),
          lt(organisations.memberCount, MEMBERS_PER_ORGANISATION),
        ),
      ),
  );
