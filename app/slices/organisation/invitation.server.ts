import { and, count, desc, eq, exists, inArray, lte, type SQL, sql } from "drizzle-orm";
import { runBatch } from "#app/core/db/batch.server.ts";
import type { Database } from "#app/core/db/client.server.ts";
import { deleteRows } from "#app/core/db/delete-rows.server.ts";
import { insertFrom } from "#app/core/db/insert-from.server.ts";
import type { Refused } from "#app/core/db/written.ts";
import { randomToken } from "#app/core/lib/bytes.ts";
import { type Actor, auditEntry, rowSubject, withAuditEntry } from "#app/identity/audit/audit.server.ts";
import { users } from "#app/identity/tables/users.ts";
import { isOpen } from "./invitation-conditions.ts";
import { INVITATION_KEPT, INVITATION_PERIOD, MEMBERS_PER_ORGANISATION, OPEN_INVITATIONS } from "./limits.ts";
import { lostMembership, type Membership, mayStillIn } from "./membership.server.ts";
import { organisationInvitations as invitations } from "./organisation-invitations.table.ts";
import { organisationMembers } from "./organisation-members.table.ts";
import { isOrganisationRole, type OrganisationRole, rolesUpTo } from "./organisation-roles.ts";
import { organisationTeams } from "./teams.table.ts";

/** How many invitations a page lists. More can't be open. */
const LISTED = 2 * OPEN_INVITATIONS;

/** An invitation that was made or renewed: its link has its nonce. */
type Made = { ok: true; id: string; nonce: string; email: string; role: OrganisationRole };

/** The invitations of an organisation, the latest first. @param organisationId its id, or a query for it */
export const listInvitations = (db: Database, organisationId: string | SQL) =>
  db
    .select({
      id: invitations.id,
      email: invitations.email,
      role: invitations.role,
      state: invitations.state,
      expiresAt: invitations.expiresAt,
      teamId: invitations.teamId,
      userId: invitations.userId,
    })
    .from(invitations)
    .where(eq(invitations.organisationId, organisationId))
    .orderBy(desc(invitations.createdAt), desc(invitations.id))
    .limit(LISTED);

/** Finds an invitation of an organisation, or null. */
export async function findInvitation(db: Database, organisationId: string, id: string) {
  const [found] = await db
    .select({ email: invitations.email, userId: invitations.userId })
    .from(invitations)
    .where(and(eq(invitations.id, id), eq(invitations.organisationId, organisationId)));
  return found ?? null;
}

/** The condition that whoever acts may still invite to a role. */
const mayInvite = (
  db: Database,
  actor: Actor,
  membership: Membership,
  role: OrganisationRole | typeof invitations.role,
) =>
  mayStillIn(db, actor, membership, "member:invite", (own) =>
    typeof role === "string"
      ? rolesUpTo(own).includes(role)
        ? sql`true`
        : sql`false`
      : inArray(role, rolesUpTo(own)),
  );

/** The condition that an address belongs to a member of an organisation. */
const isMember = (db: Database, organisationId: string, email: string) =>
  exists(
    db
      .select({ id: organisationMembers.id })
      .from(users)
      .innerJoin(organisationMembers, eq(organisationMembers.userId, users.id))
      .where(and(eq(users.email, email), eq(organisationMembers.organisationId, organisationId))),
  );

/**
 * Invites an address to an organisation, with a role up to one's own. One that has expired begins anew.
 * @param invited.teamId the team that they will be put into; null for none
 */
export async function invite(
  db: Database,
  membership: Membership,
  { email, role, teamId }: { email: string; role: string; teamId: string | null },
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
  const members = db
    .select({ count: count() })
    .from(organisationMembers)
    .where(eq(organisationMembers.organisationId, organisationId));
  const facts = {
    isIn: isMember(db, organisationId, email),
    isFull: sql<boolean>`((${members}) >= ${MEMBERS_PER_ORGANISATION} or (${open}) >= ${OPEN_INVITATIONS})`,
    may: sql<boolean>`${mayInvite(db, actor, membership, role)}`,
    hasTeam:
      teamId === null
        ? sql<boolean>`true`
        : sql<boolean>`${exists(
            db
              .select({ id: organisationTeams.id })
              .from(organisationTeams)
              .where(
                and(eq(organisationTeams.id, teamId), eq(organisationTeams.organisationId, organisationId)),
              ),
          )}`,
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
    where: and(facts.may, facts.hasTeam, sql`not ${facts.isIn}`, sql`not ${facts.isFull}`),
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
        hasTeam: facts.hasTeam.mapWith(Boolean).as("has_team"),
      })
      .from(sql`(select 1)`),
  });
  if (made) return { ok: true, id: made.id, nonce, email, role };
  if (!why?.may) return lostMembership(db, actor, membership, "YOU_ARE_NOT_ALLOWED_TO_INVITE_WITH_THIS_ROLE");
  if (!why.hasTeam) return { ok: false, code: "TEAM_NOT_FOUND", field: "team" };
  if (why.isIn) return { ok: false, code: "USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION", field: "email" };
  if (why.isFull) return { ok: false, code: "ORGANIZATION_MEMBERSHIP_LIMIT_REACHED" };
  return { ok: false, code: "USER_ALREADY_INVITED", field: "email" };
}

/** Gives an open invitation, or one that has expired, seven days and a new link. The earlier link ends. */
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
    mayInvite(db, actor, membership, invitations.role),
  );
  const {
    renewed: [renewed],
  } = await runBatch(db, {
    entry: auditEntry(db, actor, "invitation.resend", {
      ...rowSubject(invitations, id, invitations.email),
      where: renewable,
    }),
    renewed: db
      .update(invitations)
      .set({ nonce, userId: membership.userId, expiresAt: actor.at + INVITATION_PERIOD })
      .where(renewable)
      .returning({ email: invitations.email, role: invitations.role }),
  });
  if (renewed) return { ok: true, id, nonce, ...renewed };
  return whyNot(db, actor, membership, id, "YOU_ARE_NOT_ALLOWED_TO_INVITE_WITH_THIS_ROLE");
}

/** Cancels an open invitation. Its link ends. */
export async function cancelInvitation(
  db: Database,
  membership: Membership,
  id: string,
  actor: Actor,
): Promise<{ ok: true } | Refused> {
  const cancellable = and(
    isOf(membership, id),
    eq(invitations.state, "open"),
    mayStillIn(db, actor, membership, "invitation:cancel"),
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

/** Why nothing was done with an invitation. @param code for who may not do it */
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

/** Forgets the invitations that have ended long ago. @returns how many */
export const purgeInvitations = (db: Database, now: number): Promise<number> =>
  deleteRows(db, invitations, lte(invitations.expiresAt, now - INVITATION_KEPT));
