import { and, asc, count, eq, exists, ne, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { runBatch } from "#app/core/db/batch.server.ts";
import type { Database } from "#app/core/db/client.server.ts";
import { insertFrom } from "#app/core/db/insert-from.server.ts";
import { type Refused, refuseViolations, type Written } from "#app/core/db/written.ts";
import { comparisonKey } from "#app/core/lib/comparison-key.ts";
import {
  type Actor,
  auditEntry,
  isLogged,
  rowSubject,
  withAuditEntry,
} from "#app/identity/audit/audit.server.ts";
import { type Audited, changesOfUpdated } from "#app/identity/audit/audited.server.ts";
import { hasValues } from "#app/identity/write/rows.ts";
import { unchanged } from "#app/identity/write/update-row.server.ts";
import { TEAMS_PER_ORGANISATION } from "#app/slices/organisation/limits.ts";
import { lostMembership, type Membership, mayStillIn } from "#app/slices/organisation/membership.server.ts";
import { organisationTeamMembers as teamMembers } from "#app/slices/organisation/tables/team-members.table.ts";
import { organisationTeams as teams } from "#app/slices/organisation/tables/teams.table.ts";
import type { NewTeam, TeamChange } from "./team.schema.ts";

/** How the audit log records teams. */
const audited: Audited = { label: teams.name, fields: ["name"] };

const ALREADY_EXISTS = { code: "TEAM_ALREADY_EXISTS", field: "name" } as const;

/** The teams of an organisation, by name. @param organisationId the organisation's id, or a query for it */
export const listTeams = (db: Database, organisationId: string | SQL) =>
  db
    .select({ id: teams.id, name: teams.name, memberCount: teams.memberCount })
    .from(teams)
    .where(eq(teams.organisationId, organisationId))
    .orderBy(asc(teams.nameKey))
    .limit(TEAMS_PER_ORGANISATION);

const others = alias(teams, "others");

/** SQL: whether a team is not the last one of its organisation. */
const isNotLast = (db: Database): SQL =>
  exists(
    db
      .select({ id: others.id })
      .from(others)
      .where(and(eq(others.organisationId, teams.organisationId), ne(others.id, teams.id))),
  );

/** Finds a team of an organisation, or null. @param organisationId the organisation's id, or a query for it */
export async function findTeam(db: Database, organisationId: string | SQL, id: string) {
  const [team] = await db
    .select({
      id: teams.id,
      name: teams.name,
      memberCount: teams.memberCount,
      isNotLast: sql<boolean>`${isNotLast(db)}`.mapWith(Boolean).as("is_not_last"),
    })
    .from(teams)
    .where(and(eq(teams.id, id), eq(teams.organisationId, organisationId)));
  return team ?? null;
}

/** SQL: whether a team belongs to an organisation. */
export const isTeamOf = ({ organisationId }: Pick<Membership, "organisationId">, id: string) =>
  and(eq(teams.id, id), eq(teams.organisationId, organisationId));

/** A statement that returns, under the name of each condition, whether the condition is true. */
export const areTrue = <Name extends string>(db: Database, conditions: Record<Name, SQL | undefined>) =>
  db
    .select(
      Object.fromEntries(
        Object.entries<SQL | undefined>(conditions).map(([name, condition]) => [
          name,
          sql<boolean>`${condition}`.mapWith(Boolean).as(name),
        ]),
      ) as Record<Name, SQL.Aliased<boolean>>,
    )
    .from(sql`(select 1)`);

/**
 * Adds a team to an organisation. The same form sent twice adds one team, because the form contains the team's id. If
 * the user went back to a form that was already sent, another row has that id, and the team gets a new one.
 */
export async function createTeam(
  db: Database,
  membership: Membership,
  { id, name }: NewTeam,
  actor: Actor,
): Promise<Written> {
  const { organisationId } = membership;
  const nameKey = comparisonKey(name);
  const isIn = eq(teams.organisationId, organisationId);
  const may = mayStillIn(db, actor, membership, "team:create");
  const teamCount = db.select({ count: count() }).from(teams).where(isIn);
  const hasRoom = sql`(${teamCount}) < ${TEAMS_PER_ORGANISATION}`;
  const insert = insertFrom(db, teams, { id, organisationId, name, nameKey }, { where: and(hasRoom, may) })
    .onConflictDoNothing({ target: teams.id })
    .onConflictDoNothing({ target: [teams.organisationId, teams.nameKey] });
  const isNamed = and(isIn, eq(teams.nameKey, nameKey));
  const {
    created,
    same,
    why: [why],
  } = await runBatch(db, {
    created: withAuditEntry(
      db,
      insert.returning({ id: teams.id }),
      actor,
      "team.create",
      rowSubject(teams, id, teams.name),
    ),
    same: db.select({ id: teams.id }).from(teams).where(isNamed),
    why: areTrue(db, { may, hasRoom }),
  });
  if (created.length === 1) return { ok: true, id };
  if (!why?.may) return lostMembership(db, actor, membership, "YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS");
  const [other] = same;
  if (other) return other.id === id ? { ok: true, id, repeated: true } : { ok: false, ...ALREADY_EXISTS };
  if (!why.hasRoom) return { ok: false, code: "MAXIMUM_TEAMS_REACHED" };
  return createTeam(db, membership, { id: crypto.randomUUID(), name }, actor);
}

/** Renames a team, if it still has the name that the form showed. */
export async function renameTeam(
  db: Database,
  membership: Membership,
  id: string,
  { name, original }: TeamChange,
  actor: Actor,
): Promise<Written> {
  const isIt = isTeamOf(membership, id);
  const may = mayStillIn(db, actor, membership, "team:update");
  const changeable = and(isIt, hasValues(teams, ["name"], original), may);
  return refuseViolations({ UNIQUE: ALREADY_EXISTS }, async () => {
    const {
      changed,
      found: [current],
      why: [why],
    } = await runBatch(db, {
      entry: auditEntry(db, actor, "team.update", {
        ...rowSubject(teams, id, teams.name),
        where: and(changeable, ne(teams.name, name)),
        changes: changesOfUpdated(teams, audited, { name }),
      }),
      changed: db
        .update(teams)
        .set({ name, nameKey: comparisonKey(name) })
        .where(changeable)
        .returning({ id: teams.id }),
      found: db.select({ name: teams.name }).from(teams).where(isIt),
      why: areTrue(db, { may }),
    });
    if (changed.length === 1) return { ok: true, id };
    if (!why?.may) return lostMembership(db, actor, membership, "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM");
    return current ? unchanged(id, { name }, current) : TEAM_NOT_FOUND;
  });
}

/** The refusal if the organisation has no such team. */
export const TEAM_NOT_FOUND: Refused = { ok: false, code: "TEAM_NOT_FOUND" };

/** Deletes a team, but not the last one. Its members stay in the organisation. */
export async function deleteTeam(
  db: Database,
  membership: Membership,
  id: string,
  actor: Actor,
): Promise<Written> {
  const isIt = isTeamOf(membership, id);
  const may = mayStillIn(db, actor, membership, "team:delete");
  const decided = isLogged(db, actor, "team.delete", id);
  const {
    deleted,
    left,
    why: [why],
  } = await runBatch(db, {
    entry: auditEntry(db, actor, "team.delete", {
      ...rowSubject(teams, id, teams.name),
      where: and(isIt, isNotLast(db), may),
    }),
    emptied: db.delete(teamMembers).where(and(eq(teamMembers.teamId, id), decided)),
    deleted: db.delete(teams).where(and(isIt, decided)).returning({ id: teams.id }),
    left: db.select({ id: teams.id }).from(teams).where(isIt),
    why: areTrue(db, { may }),
  });
  if (deleted.length === 1) return { ok: true, id };
  if (!why?.may) return lostMembership(db, actor, membership, "YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM");
  return left.length === 1 ? { ok: false, code: "LAST_TEAM_CANNOT_BE_REMOVED" } : TEAM_NOT_FOUND;
}
