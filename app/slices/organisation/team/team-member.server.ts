import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { runBatch } from "#app/core/db/batch.server.ts";
import type { Database } from "#app/core/db/client.server.ts";
import { insertFrom } from "#app/core/db/insert-from.server.ts";
import type { Refused } from "#app/core/db/written.ts";
import { parseCursor, timeKeys } from "#app/core/lists/cursor.ts";
import { type Page, pageOf } from "#app/core/lists/page.ts";
import { type Actor, auditEntry, withAuditEntry } from "#app/identity/audit/audit.server.ts";
import { changesOf } from "#app/identity/audit/audited.server.ts";
import { users } from "#app/identity/tables/users.ts";
import { lostMembership, type Membership, mayStillIn } from "#app/slices/organisation/membership.server.ts";
import { organisationMembers as members } from "#app/slices/organisation/tables/organisation-members.table.ts";
import { organisationTeamMembers as teamMembers } from "#app/slices/organisation/tables/team-members.table.ts";
import { organisationTeams as teams } from "#app/slices/organisation/tables/teams.table.ts";
import { areTrue, isTeamOf, TEAM_NOT_FOUND } from "./team.server.ts";

/**
 * The number of members on a page. The page reads two rows for each member, the membership and the user, so
 * it reads 60 rows at most.
 */
const MEMBERS_PER_PAGE = 20;

/** A member of a team, for its page. */
export interface TeamMember {
  /** The id of the user's membership in the organisation. */
  id: string;
  name: string | null;
  email: string;
}

/**
 * One page of the members of a team, in the order in which they were added.
 * @param organisationId the id of the team's organisation, or a query for it
 * @throws a 404 response if `after` is not a cursor of this list
 */
export async function listTeamMembers(
  db: Database,
  organisationId: string | SQL,
  teamId: string,
  after: string | null,
): Promise<Page<TeamMember>> {
  const keys = parseCursor(after, timeKeys);
  const rows = await db
    .select({
      key: sql<string>`${teamMembers.id}`.as("key"),
      addedAt: sql<number>`${teamMembers.createdAt}`.as("added_at"),
      id: teamMembers.memberId,
      name: users.name,
      email: users.email,
    })
    .from(teamMembers)
    .innerJoin(users, eq(users.id, teamMembers.userId))
    .where(
      and(
        eq(teamMembers.teamId, teamId),
        eq(teamMembers.organisationId, organisationId),
        keys ? sql`(${teamMembers.createdAt}, ${teamMembers.id}) > (${keys[0]}, ${keys[1]})` : undefined,
      ),
    )
    .orderBy(asc(teamMembers.createdAt), asc(teamMembers.id))
    .limit(MEMBERS_PER_PAGE + 1);
  return pageOf(
    rows,
    MEMBERS_PER_PAGE,
    ({ addedAt, key }) => [addedAt, key],
    ({ id, name, email }) => ({ id, name, email }),
  );
}

/** A member as the subject of an audit entry, which names the team that they join or leave. */
const memberOf = (db: Database, teamId: string, move: "in" | "out", where: SQL | undefined) => {
  const team = sql`${db.select({ name: teams.name }).from(teams).where(eq(teams.id, teamId))}`;
  const none = sql`null`;
  return {
    from: sql`${members} inner join ${users} on ${eq(users.id, members.userId)}`,
    where,
    id: sql`${members.id}`,
    label: sql`${users.email}`,
    changes: changesOf({ team: move === "in" ? { from: none, to: team } : { from: team, to: none } }),
  };
};

/** Adds a member of the organisation to one of its teams. Idempotent. @param email the address of the member */
export async function addTeamMember(
  db: Database,
  membership: Membership,
  teamId: string,
  email: string,
  actor: Actor,
): Promise<{ ok: true } | Refused> {
  const isThey = and(eq(users.email, email), eq(members.organisationId, membership.organisationId));
  const may = mayStillIn(db, actor, membership, "team:update");
  const insert = insertFrom(
    db,
    teamMembers,
    {
      organisationId: sql`${members.organisationId}`,
      teamId: sql`${teams.id}`,
      memberId: sql`${members.id}`,
      userId: sql`${members.userId}`,
    },
    {
      from: sql`${users} inner join ${members} on ${eq(members.userId, users.id)}
        inner join ${teams} on ${eq(teams.organisationId, members.organisationId)}`,
      where: and(isThey, isTeamOf(membership, teamId), may),
    },
  ).onConflictDoNothing({ target: [teamMembers.teamId, teamMembers.memberId] });
  const {
    added,
    team,
    found,
    why: [why],
  } = await runBatch(db, {
    added: withAuditEntry(
      db,
      insert.returning({ id: teamMembers.id }),
      actor,
      "team.addMember",
      memberOf(db, teamId, "in", isThey),
    ),
    team: db.select({ id: teams.id }).from(teams).where(isTeamOf(membership, teamId)),
    found: db
      .select({ id: members.id })
      .from(users)
      .innerJoin(members, eq(members.userId, users.id))
      .where(isThey),
    why: areTrue(db, { may }),
  });
  if (added.length === 1) return { ok: true };
  if (!why?.may) return lostMembership(db, actor, membership, "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM");
  if (team.length === 0) return TEAM_NOT_FOUND;
  return found.length === 1 ? { ok: true } : { ok: false, code: "MEMBER_NOT_FOUND", field: "email" };
}

/** Removes a member from a team. They stay in the organisation. */
export async function removeTeamMember(
  db: Database,
  membership: Membership,
  teamId: string,
  memberId: string,
  actor: Actor,
): Promise<{ ok: true } | Refused> {
  const may = mayStillIn(db, actor, membership, "team:update");
  const isIn = and(
    eq(teamMembers.teamId, teamId),
    eq(teamMembers.memberId, memberId),
    eq(teamMembers.organisationId, membership.organisationId),
  );
  const {
    removed,
    team,
    why: [why],
  } = await runBatch(db, {
    entry: auditEntry(db, actor, "team.removeMember", {
      ...memberOf(db, teamId, "out", undefined),
      where: and(
        eq(members.id, memberId),
        sql`exists ${db.select({ id: teamMembers.id }).from(teamMembers).where(isIn)}`,
        may,
      ),
    }),
    removed: db.delete(teamMembers).where(and(isIn, may)).returning({ id: teamMembers.id }),
    team: db.select({ id: teams.id }).from(teams).where(isTeamOf(membership, teamId)),
    why: areTrue(db, { may }),
  });
  if (removed.length === 1) return { ok: true };
  if (!why?.may) return lostMembership(db, actor, membership, "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM");
  return team.length === 1 ? { ok: false, code: "MEMBER_NOT_FOUND" } : TEAM_NOT_FOUND;
}
