import { and, eq, exists, ne, not, or, type SQL, sql } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import { dbContext } from "#app/context.ts";
import { runBatch } from "#app/core/db/batch.server.ts";
import type { Database } from "#app/core/db/client.server.ts";
import { insertFrom } from "#app/core/db/insert-from.server.ts";
import type { Refused } from "#app/core/db/written.ts";
import { type Actor, auditEntry, isLogged, rowSubject } from "#app/identity/audit/audit.server.ts";
import type { SignedIn } from "#app/identity/auth/signed-in.ts";
import { prepareSignIn, SIGNING_USER, startSession } from "#app/identity/auth/start-session.server.ts";
import { RESERVED, selectReserved } from "#app/identity/notice/reserved-address.server.ts";
import { lostAuthority, mayStill } from "#app/identity/session/authority.server.ts";
import { users } from "#app/identity/tables/users.ts";
import { insertNewUser } from "#app/identity/user/insert-new-user.server.ts";
import { OWNER } from "#app/slices/organisation/organisation-roles.ts";
import { mayJoinAnother, mayOwnAnother } from "#app/slices/organisation/organisations-per-user.server.ts";
import { organisationInvitations as invitations } from "#app/slices/organisation/tables/organisation-invitations.table.ts";
import { organisationMembers as members } from "#app/slices/organisation/tables/organisation-members.table.ts";
import { organisations } from "#app/slices/organisation/tables/organisations.table.ts";
import { organisationTeamMembers } from "#app/slices/organisation/tables/team-members.table.ts";
import { organisationTeams } from "#app/slices/organisation/tables/teams.table.ts";
import { answerable, hasRoom, inviterMay, isItsTeam, isOpen } from "./invitation-conditions.ts";

const isBoolean = (condition: SQL, name: string) => sql<boolean>`${condition}`.mapWith(Boolean).as(name);

/** An invitation, for anyone who has its link. */
export type Invitation = NonNullable<Awaited<ReturnType<typeof findLinkedInvitation>>>;

/**
 * Finds an invitation with everything that its page shows, or null. It does not check who asks. @param now milliseconds
 * since 1970
 */
export async function findLinkedInvitation(db: Database, id: string, now: number) {
  const isTheirs = eq(users.email, invitations.email);
  const [found] = await db
    .select({
      id: sql<string>`${invitations.id}`.as("invitation_id"),
      nonce: invitations.nonce,
      email: invitations.email,
      role: invitations.role,
      state: invitations.state,
      isOpen: isBoolean(isOpen(now) as SQL, "is_open"),
      inviterMay: isBoolean(inviterMay(db), "inviter_may"),
      hasRoom: isBoolean(hasRoom(db), "has_room"),
      hasAccount: isBoolean(exists(db.select({ id: users.id }).from(users).where(isTheirs)), "has_account"),
      organisationId: sql<string>`${organisations.id}`.as("organisation_id"),
      organisation: sql<string>`${organisations.name}`.as("organisation_name"),
      slug: organisations.slug,
      team: sql<string | null>`${organisationTeams.name}`.as("team_name"),
      inviter: sql<
        string | null
      >`(select ${users.name} from ${users} where ${eq(users.id, invitations.userId)})`.as("inviter"),
    })
    .from(invitations)
    .innerJoin(organisations, eq(organisations.id, invitations.organisationId))
    .leftJoin(organisationTeams, isItsTeam)
    .where(eq(invitations.id, id));
  return found ?? null;
}

const CLOSED: Refused = { ok: false, code: "INVITATION_NOT_FOUND" };
const NOT_THE_RECIPIENT: Refused = { ok: false, code: "YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION" };

/** Why the recipient can't accept an invitation; null if they can. */
export function closedReason({
  isOpen,
  inviterMay,
  hasRoom,
}: Pick<Invitation, "isOpen" | "inviterMay" | "hasRoom">): Refused | null {
  if (!isOpen) return CLOSED;
  if (!inviterMay) return { ok: false, code: "INVITER_IS_NO_LONGER_A_MEMBER" };
  if (!hasRoom) return { ok: false, code: "ORGANIZATION_MEMBERSHIP_LIMIT_REACHED" };
  return null;
}

/**
 * The statements of a batch that make the recipient of an invitation a member. They do nothing if somebody
 * else is signed in. The conditions of the audit entry decide. So if two tabs accept at the same moment, or a
 * member cancels while the recipient accepts, only one of the two takes effect.
 */
function joining(db: Database, invitation: Invitation, userId: string, actor: Actor) {
  const membership = and(eq(members.organisationId, invitations.organisationId), eq(members.userId, userId));
  const isIn = exists(db.select({ id: members.id }).from(members).where(membership));
  const hasAddress = exists(
    db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, userId), eq(users.email, invitations.email))),
  );
  const acceptable = and(
    answerable(invitation, actor.at),
    hasAddress,
    inviterMay(db),
    hasRoom(db),
    not(isIn),
    mayJoinAs(db, userId),
    mayStill(db, actor, null),
  );
  const decided = and(
    eq(invitations.id, invitation.id),
    isLogged(db, actor, "invitation.accept", invitation.id),
  );
  const memberId = crypto.randomUUID();
  const organisationId = sql`${invitations.organisationId}`;
  const member = { id: memberId, organisationId, userId, role: sql`${invitations.role}` };
  return {
    entry: auditEntry(db, actor, "invitation.accept", {
      ...rowSubject(invitations, invitation.id, invitations.email),
      where: acceptable,
    }),
    added: insertFrom(db, members, member, { from: invitations, where: decided }),
    // If the team was deleted in the meantime, the member joins without it.
    placed: insertFrom(
      db,
      organisationTeamMembers,
      { organisationId, teamId: sql`${organisationTeams.id}`, memberId, userId },
      { from: sql`${invitations} inner join ${organisationTeams} on ${isItsTeam}`, where: decided },
    ),
    accepted: db
      .update(invitations)
      .set({ state: "accepted" })
      .where(decided)
      .returning({ id: invitations.id }),
  };
}

/** Makes the signed-in user a member, if the invitation was sent to them. */
export async function acceptInvitation(
  db: Database,
  invitation: Invitation,
  { id: userId, email }: { id: string; email: string },
  actor: Actor,
): Promise<{ ok: true } | Refused> {
  if (email !== invitation.email) return NOT_THE_RECIPIENT;
  const { accepted, there, room, theirs } = await runBatch(db, {
    ...joining(db, invitation, userId, actor),
    there: db
      .select({ id: members.id })
      .from(members)
      .where(and(eq(members.organisationId, invitation.organisationId), eq(members.userId, userId))),
    room: db
      .select({ id: invitations.id })
      .from(invitations)
      .where(and(eq(invitations.id, invitation.id), mayJoinAs(db, userId))),
    theirs: db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, userId), eq(users.email, email))),
  });
  if (accepted.length === 1) return { ok: true };
  const lost = await lostAuthority(db, actor, null);
  if (lost) return lost;
  // The user's address has changed since it was read.
  if (theirs.length === 0) return NOT_THE_RECIPIENT;
  if (there.length === 1) return { ok: false, code: "USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION" };
  const current = await findLinkedInvitation(db, invitation.id, actor.at);
  const closed = current && current.nonce === invitation.nonce ? closedReason(current) : CLOSED;
  if (closed) return closed;
  return room.length === 0 ? { ok: false, code: "MAXIMUM_ORGANIZATIONS_REACHED" } : CLOSED;
}

/**
 * SQL: whether somebody may join another organisation and, if they are invited as its owner, may own another
 * one.
 */
const mayJoinAs = (db: Database, userId: string) =>
  and(mayJoinAnother(db, userId), or(ne(invitations.role, OWNER), mayOwnAnother(db, userId)));

/** Declines an invitation. The link is enough, because it was only sent to the recipient's mailbox. */
export async function declineInvitation(
  db: Database,
  invitation: Invitation,
  actor: Actor,
): Promise<{ ok: true } | Refused> {
  const open = answerable(invitation, actor.at);
  const { declined } = await runBatch(db, {
    entry: auditEntry(db, actor, "invitation.decline", {
      ...rowSubject(invitations, invitation.id, invitations.email),
      where: open,
    }),
    declined: db.update(invitations).set({ state: "declined" }).where(open).returning({ id: invitations.id }),
  });
  return declined.length === 1 ? { ok: true } : { ok: false, code: "INVITATION_NOT_FOUND" };
}

/**
 * Signs up the recipient of an invitation, signs them in, and makes them a member, if they have no account. The link
 * was sent to their mailbox, so it proves their address as an emailed code does. It works even if sign-up is off.
 * Everything is one write, so nobody gets an account without the membership. A recipient who already has an account is
 * not signed in by a link that may be seven days old: they sign in as usual.
 * @returns the refusal of an address that another account can still get back; null if the recipient now has an account,
 *   or if the invitation has ended
 */
export async function signUpByInvitation(
  context: Readonly<RouterContextProvider>,
  request: Request,
  invitation: Invitation,
): Promise<{ ok: true; signedIn: SignedIn } | typeof RESERVED | null> {
  const db = context.get(dbContext);
  const { email } = invitation;
  const { session, ...signIn } = await prepareSignIn(context, request);
  const id = crypto.randomUUID();
  const actor = { id, label: email, asUser: null, sessionId: session.id, ...signIn.request };
  const { at: now } = actor;
  const may = exists(
    db
      .select({ id: invitations.id })
      .from(invitations)
      .where(and(answerable(invitation, now), inviterMay(db), hasRoom(db))),
  );
  const {
    created,
    found: [user],
    reserved: [reserved],
  } = await runBatch(db, {
    newUser: insertNewUser(db, { id, email, now, where: may }),
    created: startSession(db, { session, ...signIn }, { who: eq(users.id, id), admitted: undefined }),
    found: db.select(SIGNING_USER).from(users).where(eq(users.id, id)),
    reserved: selectReserved(db, email, now, null),
    ...joining(db, invitation, id, actor),
  });
  if (created.length === 0 || !user) return reserved?.isReserved ? RESERVED : null;
  const { reason, until, ...signedIn } = user;
  return { ok: true, signedIn: { user: signedIn, sessionToken: session.token } };
}
