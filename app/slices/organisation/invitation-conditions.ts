import { and, eq, exists, gt, type SQL } from "drizzle-orm";
import type { Database } from "#app/core/db/client.server.ts";
import { organisationInvitations } from "./organisation-invitations.table.ts";
import { organisations } from "./organisations.table.ts";
import { organisationTeams } from "./teams.table.ts";

/** The condition for an invitation that can be accepted. @param now milliseconds since 1970 */
export const isOpen = (now: number) =>
  and(eq(organisationInvitations.state, "open"), gt(organisationInvitations.expiresAt, now));

/** The condition for an organisation to which an address is invited. */
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

/** The condition for the team of an invitation, in its organisation. */
export const isItsTeam = and(
  eq(organisationTeams.id, organisationInvitations.teamId),
  eq(organisationTeams.organisationId, organisationInvitations.organisationId),
);
