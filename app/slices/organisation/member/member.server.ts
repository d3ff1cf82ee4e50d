import { and, eq, exists, inArray, ne, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { runBatch } from "#app/core/db/batch.server.ts";
import type { Database } from "#app/core/db/client.server.ts";
import type { Refused, Written } from "#app/core/db/written.ts";
import { type Actor, auditEntry, isLogged } from "#app/identity/audit/audit.server.ts";
import { changesOf } from "#app/identity/audit/audited.server.ts";
import { mayStill } from "#app/identity/session/authority.server.ts";
import { users } from "#app/identity/tables/users.ts";
import { lostMembership, type Membership, mayStillIn } from "#app/slices/organisation/membership.server.ts";
import {
  canIn,
  isOrganisationRole,
  ORGANISATION_ROLES,
  type OrganisationPermission,
  type OrganisationRole,
  OWNER,
  rolesUpTo,
} from "#app/slices/organisation/organisation-roles.ts";
import { mayOwnAnother } from "#app/slices/organisation/organisations-per-user.server.ts";
import { organisationMembers } from "#app/slices/organisation/tables/organisation-members.table.ts";
import { organisationTeamMembers } from "#app/slices/organisation/tables/team-members.table.ts";

/** The columns of a member. */
export const memberColumns = {
  id: organisationMembers.id,
  userId: organisationMembers.userId,
  role: organisationMembers.role,
  name: users.name,
  email: users.email,
};

/** Finds a member of an organisation, or null. @param organisationId the organisation's id, or a query for it */
export async function findMember(db: Database, organisationId: string | SQL, id: string) {
  const [found] = await db
    .select(memberColumns)
    .from(organisationMembers)
    .innerJoin(users, eq(users.id, organisationMembers.userId))
    .where(and(eq(organisationMembers.organisationId, organisationId), eq(organisationMembers.id, id)));
  return found ?? null;
}

/** A member as the subject of an audit entry. */
const memberSubject = (where: SQL | undefined) => ({
  from: organisationMembers,
  where,
  id: sql`${organisationMembers.id}`,
  label: sql`(select ${users.email} from ${users} where ${users.id} = ${organisationMembers.userId})`,
});

const isMember = ({ organisationId }: Membership, id: string) =>
  and(eq(organisationMembers.id, id), eq(organisationMembers.organisationId, organisationId));

const others = alias(organisationMembers, "others");

/** SQL: whether the organisation would still have an owner without this member. */
const isNotLastOwner = (db: Database) =>
  or(
    ne(organisationMembers.role, OWNER),
    exists(
      db
        .select({ id: others.id })
        .from(others)
        .where(
          and(
            eq(others.organisationId, organisationMembers.organisationId),
            eq(others.role, OWNER),
            ne(others.id, organisationMembers.id),
          ),
        ),
    ),
  );

/**
 * Changes a member's role. Neither the old nor the new role may be above the actor's. The last owner keeps that role.
 */
export async function setMemberRole(
  db: Database,
  membership: Membership,
  memberId: string,
  role: string,
  actor: Actor,
): Promise<Written> {
  if (!isOrganisationRole(role)) return { ok: false, code: "ROLE_NOT_FOUND" };
  const changeable = and(
    isMember(membership, memberId),
    ne(organisationMembers.role, role),
    isNotLastOwner(db),
    role === OWNER ? mayOwnAnother(db, organisationMembers.userId) : undefined,
    mayStillIn(db, actor, membership, "member:update", (own) =>
      rolesUpTo(own).includes(role) ? inArray(organisationMembers.role, rolesUpTo(own)) : sql`false`,
    ),
  );
  const { changed } = await runBatch(db, {
    entry: auditEntry(db, actor, "member.setRole", {
      ...memberSubject(changeable),
      changes: changesOf({ role: { from: organisationMembers.role, to: sql`${role}` } }),
    }),
    changed: db
      .update(organisationMembers)
      .set({ role })
      .where(changeable)
      .returning({ id: organisationMembers.id }),
  });
  if (changed.length === 1) return { ok: true, id: memberId };
  const member = await findMember(db, membership.organisationId, memberId);
  if (member?.role === role) return { ok: true, id: memberId };
  return explain(db, actor, membership, member, { permission: "member:update", given: role });
}

/** Makes a member an owner instead of the acting owner, who becomes an administrator. One statement does both. */
export async function handOver(
  db: Database,
  membership: Membership,
  memberId: string,
  actor: Actor,
): Promise<Written> {
  const { memberId: selfId, organisationId } = membership;
  const [, next = OWNER] = ORGANISATION_ROLES;
  const both = db
    .select({ id: others.id })
    .from(others)
    .where(
      and(
        eq(others.organisationId, organisationId),
        or(
          and(eq(others.id, memberId), or(eq(others.role, OWNER), mayOwnAnother(db, others.userId))),
          and(eq(others.id, selfId), eq(others.role, OWNER)),
        ),
      ),
    );
  const allowed = and(
    inArray(organisationMembers.id, [memberId, selfId]),
    ne(sql`${memberId}`, selfId),
    sql`(select count(*) from ${both}) = 2`,
    mayStill(db, actor, null),
  );
  const { handed } = await runBatch(db, {
    entry: auditEntry(db, actor, "organisation.handOver", {
      ...memberSubject(and(allowed, eq(organisationMembers.id, memberId))),
      changes: changesOf({ role: { from: organisationMembers.role, to: sql`${OWNER}` } }),
    }),
    handed: db
      .update(organisationMembers)
      .set({ role: sql`case ${organisationMembers.id} when ${memberId} then ${OWNER} else ${next} end` })
      .where(allowed)
      .returning({ id: organisationMembers.id }),
  });
  if (handed.length === 2) return { ok: true, id: memberId };
  const member = await findMember(db, organisationId, memberId);
  return explain(db, actor, membership, member, { permission: "member:update", given: OWNER });
}

/** Removes a member from an organisation. Their role may not be above the actor's. The last owner stays. */
export const removeMember = (db: Database, membership: Membership, memberId: string, actor: Actor) =>
  takeOut(db, membership, memberId, actor, {
    action: "member.remove",
    mayDo: mayStillIn(db, actor, membership, "member:remove", (own) =>
      inArray(organisationMembers.role, rolesUpTo(own)),
    ),
  });

/** Leaves an organisation. Its last owner can't. */
export const leaveOrganisation = (db: Database, membership: Membership, actor: Actor) =>
  takeOut(db, membership, membership.memberId, actor, {
    action: "member.leave",
    mayDo: mayStill(db, actor, null),
  });

/**
 * A statement that logs, for each organisation of a user, that the user is no longer a member. The entry says that they
 * left or, if an administrator deletes their account, that the administrator removed them. It belongs in the batch that
 * deletes the account. @param where a further condition
 */
export const logDeparture = (db: Database, userId: string | SQL, where: SQL | undefined, actor: Actor) =>
  auditEntry(db, actor, sql`case ${userId} when ${actor.id} then 'member.leave' else 'member.remove' end`, {
    ...memberSubject(and(eq(organisationMembers.userId, userId), where)),
    // The entry about the deletion of the account has the user's id, too. The log stores nothing else about a deleted
    // account.
    id: sql`${organisationMembers.userId}`,
  });

async function takeOut(
  db: Database,
  membership: Membership,
  memberId: string,
  actor: Actor,
  { action, mayDo }: { action: "member.remove" | "member.leave"; mayDo: SQL | undefined },
): Promise<Written> {
  const removable = and(isMember(membership, memberId), isNotLastOwner(db), mayDo);
  const decided = isLogged(db, actor, action, memberId);
  const { removed } = await runBatch(db, {
    entry: auditEntry(db, actor, action, memberSubject(removable)),
    places: db
      .delete(organisationTeamMembers)
      .where(and(eq(organisationTeamMembers.memberId, memberId), decided)),
    removed: db
      .delete(organisationMembers)
      .where(and(isMember(membership, memberId), decided))
      .returning({ id: organisationMembers.id }),
  });
  if (removed.length === 1) return { ok: true, id: memberId };
  const member = await findMember(db, membership.organisationId, memberId);
  const permission = action === "member.leave" ? null : "member:remove";
  return explain(db, actor, membership, member, { permission, given: null });
}

/**
 * Explains why a member was not changed. The reason depends on the current state, because the actor's role
 * may have changed in the meantime.
 * @param did.permission the permission that the action needs; null for leaving
 * @param did.given the new role
 */
async function explain(
  db: Database,
  actor: Actor,
  membership: Membership,
  member: { role: OrganisationRole } | null,
  { permission, given }: { permission: OrganisationPermission | null; given: OrganisationRole | null },
): Promise<Refused> {
  const code =
    given === null
      ? "YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER"
      : "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER";
  const lost = await lostMembership(db, actor, membership, code);
  if (lost.code !== code) return lost;
  if (!member) return { ok: false, code: "MEMBER_NOT_FOUND" };
  const self = await findMember(db, membership.organisationId, membership.memberId);
  const upTo = self && (permission === null || canIn(self.role, permission)) ? rolesUpTo(self.role) : [];
  if (!upTo.includes(member.role) || (given && !upTo.includes(given))) return { ok: false, code };
  if (member.role === OWNER) return { ok: false, code: "ONLY_OWNER_CANNOT_LEAVE" };
  return { ok: false, code: given === OWNER ? "MAXIMUM_ORGANIZATIONS_REACHED" : code };
}
