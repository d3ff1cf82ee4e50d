import { and, count, eq, exists, inArray, lte, not, notExists, type SQL, sql } from "drizzle-orm";
import { runBatch } from "#app/core/db/batch.server.ts";
import type { Database } from "#app/core/db/client.server.ts";
import { deleteRows } from "#app/core/db/delete-rows.server.ts";
import { insertFrom } from "#app/core/db/insert-from.server.ts";
import type { Refused } from "#app/core/db/written.ts";
import { randomToken } from "#app/core/lib/bytes.ts";
import { type Actor, auditEntry, rowSubject, withAuditEntry } from "#app/identity/audit/audit.server.ts";
import { users } from "#app/identity/tables/users.ts";
import {
  INVITATION_KEPT,
  INVITATION_PERIOD,
  MEMBERS_PER_ORGANISATION,
  OPEN_INVITATIONS,
} from "#app/slices/organisation/limits.ts";
import { lostMembership, type Membership, mayStillIn } from "#app/slices/organisation/membership.server.ts";
import {
  isOrganisationRole,
  type OrganisationRole,
  rolesUpTo,
} from "#app/slices/organisation/organisation-roles.ts";
import { organisationInvitations as invitations } from "#app/slices/organisation/tables/organisation-invitations.table.ts";
import { organisationMembers } from "#app/slices/organisation/tables/organisation-members.table.ts";
import { organisationTeams as teams } from "#app/slices/organisation/tables/teams.table.ts";
import { isTeamOf, TEAM_NOT_FOUND } from "#app/slices/organisation/team/team.server.ts";
import { isItsTeam, isOpen } from "./invitation-conditions.ts";

/** A person to invite. */
export interface Invited {
  email: string;
  role: string;
  /** The team that the person will be added to; null for none. */
  teamId: string | null;
}

/** An invitation that was created or renewed. Its link contains the nonce. */
export interface Made {
  ok: true;
  id: string;
  nonce: string;
  email: string;
  role: OrganisationRole;
  teamId: string | null;
  /** The name of the team in the invitation; null if there is none. */
  team: string | null;
  /** The inviter's language; null if they have never signed in. */
  inviterLanguage: string | null;
  expiresAt: number;
}

/** A query for the language of the inviter. */
const languageOf = (db: Database, { userId }: Membership) =>
  sql<string | null>`${db.select({ language: users.language }).from(users).where(eq(users.id, userId))}`.as(
    "inviter_language",
  );

/**
 * SQL: whether the actor may still invite people with `role`, or cancel an invitation to that role. `role`
 * must not be above the actor's own role.
 */
const mayStillUpTo = (
  db: Database,
  actor: Actor,
  membership: Membership,
  permission: "member:invite" | "invitation:cancel",
  role: OrganisationRole | typeof invitations.role,
) =>
  mayStillIn(db, actor, membership, permission, (own) =>
    typeof role === "string"
      ? rolesUpTo(own).includes(role)
        ? sql`true`
        : sql`false`
      : inArray(role, rolesUpTo(own)),
  );

/** SQL: whether an address belongs to a member of an organisation. */
const isMember = (db: Database, organisationId: string, email: string) =>
  exists(
    db
      .select({ id: organisationMembers.id })
      .from(users)
      .innerJoin(organisationMembers, eq(organisationMembers.userId, users.id))
      .where(and(eq(users.email, email), eq(organisationMembers.organisationId, organisationId))),
  );

/** SQL: whether an address belongs to no member of an organisation, and has no open invitation to it. */
export const isNewTo = (
  db: Database,
  { organisationId }: Membership,
  email: string,
  now: number,
): SQL | undefined =>
  and(
    not(isMember(db, organisationId, email)),
    notExists(
      db
        .select({ id: invitations.id })
        .from(invitations)
        .where(
          and(eq(invitations.organisationId, organisationId), eq(invitations.email, email), isOpen(now)),
        ),
    ),
  );

/** SQL: whether an invitation of an organisation can be renewed. */
export const isRenewable = (db: Database, membership: Membership, id: string): SQL =>
  exists(
    db
      .select({ id: invitations.id })
      .from(invitations)
      .where(and(isOf(membership, id), eq(invitations.state, "open"))),
  );

/**
 * Invites an address to an organisation, with a role that is not above the inviter's. An expired invitation
 * starts again.
 */
export async function invite(
  db: Database,
  membership: Membership,
  { email, role, teamId }: Invited,
  actor: Actor,
): Promise<Made | Refused> {
  if (!isOrganisationRole(role)) return { ok: false, code: "ROLE_NOT_FOUND", field: "role" };
  const { organisationId, userId } = membership;
  const id = crypto.randomUUID();
  const nonce = randomToken(16);
  const open = db
    .select({ count: count() })
    .from(invitations)
    .where(and(eq(invitations.organisationId, organisationId), isOpen(actor.at)));
  const isHere = eq(organisationMembers.organisationId, organisationId);
  const members = db.select({ count: count() }).from(organisationMembers).where(isHere);
  // If the invitation names no team, this finds no row.
  const named = db
    .select({ name: teams.name })
    .from(teams)
    .where(isTeamOf(membership, teamId ?? ""));
  const facts = {
    isIn: isMember(db, organisationId, email),
    isFull: sql<boolean>`((${members}) >= ${MEMBERS_PER_ORGANISATION} or (${open}) >= ${OPEN_INVITATIONS})`,
    may: sql<boolean>`${mayStillUpTo(db, actor, membership, "member:invite", role)}`,
    team: sql<string | null>`${named}`,
  };
  const expiresAt = actor.at + INVITATION_PERIOD;
  const values = {
    id,
    organisationId,
    userId,
    email,
    role,
    teamId,
    state: "open" as const,
    nonce,
    expiresAt,
    createdAt: actor.at,
  };
  const insert = insertFrom(db, invitations, values, {
    where: and(
      facts.may,
      teamId === null ? undefined : sql`${facts.team} is not null`,
      sql`not ${facts.isIn}`,
      sql`not ${facts.isFull}`,
    ),
  }).onConflictDoUpdate({
    target: [invitations.organisationId, invitations.email],
    targetWhere: sql`state = 'open'`,
    set: { userId, role, teamId, nonce, expiresAt, createdAt: actor.at, updatedAt: actor.at },
    setWhere: lte(invitations.expiresAt, actor.at),
  });
  const {
    made: [made],
    why: [why],
  } = await runBatch(db, {
    made: withAuditEntry(db, insert.returning({ id: invitations.id }), actor, "invitation.create", {
      from: invitations,
      where: and(eq(invitations.email, email), eq(invitations.nonce, nonce)),
      id: sql`${invitations.id}`,
      label: sql`${invitations.email}`,
    }),
    why: db
      .select({
        isIn: sql<boolean>`${facts.isIn}`.mapWith(Boolean).as("is_in"),
        isFull: facts.isFull.mapWith(Boolean).as("is_full"),
        may: facts.may.mapWith(Boolean).as("may"),
        team: facts.team.as("team_name"),
        inviterLanguage: languageOf(db, membership),
      })
      .from(sql`(select 1)`),
  });
  if (made && why) {
    const { team, inviterLanguage } = why;
    return { ok: true, id: made.id, nonce, email, role, teamId, team, inviterLanguage, expiresAt };
  }
  if (!why?.may) return lostMembership(db, actor, membership, "YOU_ARE_NOT_ALLOWED_TO_INVITE_WITH_THIS_ROLE");
  if (teamId !== null && why.team === null) return { ...TEAM_NOT_FOUND, field: "teamId" };
  if (why.isIn) return { ok: false, code: "USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION", field: "email" };
  if (why.isFull) return { ok: false, code: "ORGANIZATION_MEMBERSHIP_LIMIT_REACHED" };
  return { ok: false, code: "USER_ALREADY_INVITED", field: "email" };
}

/** Renews an open or expired invitation for seven days, with a new link. The previous link stops working. */
export async function renewInvitation(
  db: Database,
  membership: Membership,
  id: string,
  actor: Actor,
): Promise<Made | Refused> {
  const nonce = randomToken(16);
  const renewable = and(
    isOf(membership, id),
    eq(invitations.state, "open"),
    mayStillUpTo(db, actor, membership, "member:invite", invitations.role),
  );
  const {
    renewed: [renewed],
    placed: [placed],
  } = await runBatch(db, {
    entry: auditEntry(db, actor, "invitation.resend", {
      ...rowSubject(invitations, id, invitations.email),
      where: renewable,
    }),
    renewed: db
      .update(invitations)
      .set({ nonce, userId: membership.userId, expiresAt: actor.at + INVITATION_PERIOD })
      .where(renewable)
      .returning({
        email: invitations.email,
        role: invitations.role,
        teamId: invitations.teamId,
        expiresAt: invitations.expiresAt,
      }),
    placed: db
      .select({ team: teams.name, inviterLanguage: languageOf(db, membership) })
      .from(invitations)
      .leftJoin(teams, isItsTeam)
      .where(isOf(membership, id)),
  });
  if (renewed && placed) return { ok: true, id, nonce, ...renewed, ...placed };
  return whyNot(db, actor, membership, id, "YOU_ARE_NOT_ALLOWED_TO_INVITE_WITH_THIS_ROLE");
}

/** Cancels an open invitation, if its role is not above the actor's. Its link stops working. */
export async function cancelInvitation(
  db: Database,
  membership: Membership,
  id: string,
  actor: Actor,
): Promise<{ ok: true } | Refused> {
  const cancellable = and(
    isOf(membership, id),
    eq(invitations.state, "open"),
    mayStillUpTo(db, actor, membership, "invitation:cancel", invitations.role),
  );
  const { cancelled } = await runBatch(db, {
    entry: auditEntry(db, actor, "invitation.cancel", {
      ...rowSubject(invitations, id, invitations.email),
      where: cancellable,
    }),
    cancelled: db
      .update(invitations)
      .set({ state: "cancelled" })
      .where(cancellable)
      .returning({ id: invitations.id }),
  });
  if (cancelled.length === 1) return { ok: true };
  return whyNot(db, actor, membership, id, "YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION");
}

const isOf = ({ organisationId }: Membership, id: string) =>
  and(eq(invitations.id, id), eq(invitations.organisationId, organisationId));

/**
 * Explains why an invitation was not changed.
 * @param code the error code for an actor without the permission
 */
async function whyNot(
  db: Database,
  actor: Actor,
  membership: Membership,
  id: string,
  code: Refused["code"] & string,
): Promise<Refused> {
  const lost = await lostMembership(db, actor, membership, code);
  if (lost.code !== code) return lost;
  const [open] = await db
    .select({ id: invitations.id })
    .from(invitations)
    .where(and(isOf(membership, id), eq(invitations.state, "open")));
  return { ok: false, code: open ? code : "INVITATION_NOT_FOUND" };
}

/** Deletes the invitations that ended long ago. @returns how many */
export const purgeInvitations = (db: Database, now: number): Promise<number> =>
  deleteRows(db, invitations, lte(invitations.expiresAt, now - INVITATION_KEPT));
