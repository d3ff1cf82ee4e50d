import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/core/db/client.server.ts";
import { parseCursor, timeKeys } from "#app/core/lists/cursor.ts";
import { type Page, pageOf } from "#app/core/lists/page.ts";
import {
  INVITATION_STATES,
  organisationInvitations as invitations,
} from "#app/slices/organisation/tables/organisation-invitations.table.ts";
import { listTeams } from "#app/slices/organisation/team/team.server.ts";

/**
 * The number of invitations on a page. A page also reads up to TEAMS_PER_ORGANISATION teams, so it reads 60 rows at
 * most.
 */
const INVITATIONS_PER_PAGE = 20;

const columns = {
  id: invitations.id,
  email: invitations.email,
  role: invitations.role,
  state: invitations.state,
  expiresAt: invitations.expiresAt,
  teamId: invitations.teamId,
};

/** The states of an invitation in lists. */
export const SHOWN_STATES = [...INVITATION_STATES, "expired"] as const;

/** The state of an invitation in lists. @param now milliseconds since 1970 */
export const shownState = (
  { state, expiresAt }: Pick<ListedInvitation, "state" | "expiresAt">,
  now: number,
): (typeof SHOWN_STATES)[number] => (state === "open" && expiresAt <= now ? "expired" : state);

/** Finds the address that an invitation of an organisation was sent to, or null. */
export async function findInvitedAddress(
  db: Database,
  organisationId: string,
  id: string,
): Promise<string | null> {
  const [found] = await db
    .select({ email: invitations.email })
    .from(invitations)
    .where(and(eq(invitations.id, id), eq(invitations.organisationId, organisationId)));
  return found?.email ?? null;
}

/** An invitation, with the name of its team if that still exists. */
export type ListedInvitation = Pick<typeof invitations.$inferSelect, keyof typeof columns> & {
  team: string | null;
};

/**
 * One page of the invitations of an organisation, the latest first, and its teams.
 * @param organisationId the organisation's id, or a query for it
 * @throws a 404 response if `after` is not a cursor of this list
 */
export async function listInvitations(db: Database, organisationId: string | SQL, after: string | null) {
  const keys = parseCursor(after, timeKeys);
  const { createdAt, id } = invitations;
  const [rows, teams] = await Promise.all([
    db
      .select({ ...columns, createdAt })
      .from(invitations)
      .where(
        and(
          eq(invitations.organisationId, organisationId),
          keys ? sql`(${createdAt}, ${id}) < (${keys[0]}, ${keys[1]})` : undefined,
        ),
      )
      .orderBy(desc(createdAt), desc(id))
      .limit(INVITATIONS_PER_PAGE + 1),
    listTeams(db, organisationId),
  ]);
  const nameOf = (teamId: string | null) => teams.find(({ id }) => id === teamId)?.name ?? null;
  const page: Page<ListedInvitation> = pageOf(
    rows,
    INVITATIONS_PER_PAGE,
    ({ createdAt, id }) => [createdAt, id],
    ({ createdAt, ...listed }) => ({ ...listed, team: nameOf(listed.teamId) }),
  );
  return { page, teams };
}
