import { and, eq, exists, isNull, ne, not, notExists, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { runBatch } from "#app/core/db/batch.server.ts";
import type { Database } from "#app/core/db/client.server.ts";
import { insertFrom } from "#app/core/db/insert-from.server.ts";
import { HOUR } from "#app/core/lib/durations.ts";
import { type Actor, auditEntry, userSubject } from "#app/identity/audit/audit.server.ts";
import {
  checkLoginCode,
  checkLoginCodes,
  type TypedCode,
  type UnprovenAddress,
} from "#app/identity/login-code/check-login-code.server.ts";
import { openChallenge } from "#app/identity/login-code/login-challenge.server.ts";
import type { ProofOfAddress } from "#app/identity/login-code/login-challenge.ts";
import type { LoginTryContext } from "#app/identity/login-code/login-try.server.ts";
import { withNotice } from "#app/identity/notice/notice.server.ts";
import { isReserved, selectReserved } from "#app/identity/notice/reserved-address.server.ts";
import { endAccess } from "#app/identity/session/end-access.server.ts";
import { openSession } from "#app/identity/session/session.server.ts";
import { emailChanges } from "#app/identity/tables/email-changes.ts";
import { loginChallenges } from "#app/identity/tables/login-challenges.ts";
import { sessions } from "#app/identity/tables/sessions.ts";
import { users } from "#app/identity/tables/users.ts";
import { EMAIL_CHANGE_WAIT_HOURS } from "./email-change-wait.ts";

/** A change of a user's email address. */
interface Change {
  userId: string;
  oldEmail: string;
  newEmail: string;
}

/** The result of trying to change the email address. */
export type EmailChange =
  | { outcome: "done" }
  | { outcome: "taken" }
  /** Another account had the address until recently, and its owner can still take it back. */
  | { outcome: "reserved" }
  /** The session has ended since the form was opened. */
  | { outcome: "session-ended" }
  /** Which code was rejected: the one sent to the new or to the old address. */
  | { outcome: "unproven"; proof: ProofOfAddress; attempt: UnprovenAddress };

/** What the codes to the new and to the old address prove. */
export const proofsOf = ({
  userId,
  oldEmail,
  newEmail,
}: Change): Record<"ofNew" | "ofOld", ProofOfAddress> => ({
  ofNew: { email: newEmail, purpose: "change-email", userId },
  ofOld: { email: oldEmail, purpose: "leave-email", userId },
});

/**
 * Changes a user's address if the codes from both mailboxes are correct. It also marks the address as verified, ends
 * the user's other sessions, revokes their access tokens, cancels a pending change, and notifies the old address. One
 * batch consumes the codes and checks that nobody else has the address and that the session is still open.
 *
 * Only this step reveals that an address is taken, and only to someone who reads its emails. Otherwise any user could
 * find out who has an account (docs/decisions/0015).
 *
 * @param sessionId the session that stays
 */
export async function changeEmail(
  login: LoginTryContext,
  change: Change & { sessionId: string },
  codes: { ofNew: TypedCode; ofOld: TypedCode },
  actor: Actor,
): Promise<EmailChange> {
  const { db, now } = login;
  const { userId, newEmail, sessionId } = change;
  const proofs = proofsOf(change);
  const unproven = await checkLoginCodes(login, [
    { proof: proofs.ofNew, typed: codes.ofNew },
    { proof: proofs.ofOld, typed: codes.ofOld },
  ]);
  if (unproven) return { outcome: "unproven", ...unproven };
  const session = openSession(db, userId, actor);
  const allowed = and(
    isChangeable(db, change, now),
    exists(session),
    consumedBy(db, actor, codes.ofNew),
    consumedBy(db, actor, codes.ofOld),
  );
  const isAllowed = exists(db.select({ id: users.id }).from(users).where(allowed));
  const row = { ...rowOf(change, now), dueAt: now, doneAt: now };
  const entry = auditEntry(db, actor, "account.changeEmail", {
    ...userSubject(userId),
    where: allowed,
    label: newEmail,
  });
  const notice = { about: "emailChanged", changeId: row.id } as const;
  // The user's row changes last, because the earlier statements need the old address.
  const {
    ofNew,
    ofOld,
    changed,
    open,
    reserved: [found],
  } = await runBatch(db, {
    ofNew: consume(db, actor, proofs.ofNew, codes.ofNew),
    ofOld: consume(db, actor, proofs.ofOld, codes.ofOld),
    entry: withNotice(db, [entry], actor, notice, { where: eq(users.id, userId) }),
    stopped: cancelPendingChanges(db, userId, now, isAllowed),
    change: insertFrom(db, emailChanges, row, { from: users, where: allowed }),
    endedSessions: db
      .delete(sessions)
      .where(and(eq(sessions.userId, userId), ne(sessions.id, sessionId), isAllowed)),
    endedAccess: endAccess(db, { why: "email-changed", userId, where: isAllowed, actor }),
    changed: db
      .update(users)
      .set({ email: newEmail, emailVerifiedAt: now, devicesSince: now })
      .where(allowed)
      .returning({ id: users.id }),
    open: session,
    reserved: selectReserved(db, newEmail, now, userId),
  });
  if (changed.length === 1) return { outcome: "done" };
  if (open.length === 0) return { outcome: "session-ended" };
  for (const [consumed, proof] of [
    [ofNew, proofs.ofNew],
    [ofOld, proofs.ofOld],
  ] as const) {
    if (consumed.length === 0) return { outcome: "unproven", proof, attempt: { outcome: "expired" } };
  }
  return { outcome: found?.isReserved ? "reserved" : "taken" };
}

/**
 * Plans to change a user's address after 72 hours, if the code from the new mailbox is correct. This is for people who
 * have lost access to the old one. Notifies the old address, whose reader can cancel the change. Cancels an earlier
 * pending change.
 */
export async function planEmailChange(
  login: LoginTryContext,
  change: Change,
  ofNew: TypedCode,
  actor: Actor,
): Promise<EmailChange> {
  const { db, now } = login;
  const { userId, newEmail } = change;
  const proof = proofsOf(change).ofNew;
  const attempt = await checkLoginCode(login, proof, ofNew);
  if (attempt) return { outcome: "unproven", proof, attempt };
  const session = openSession(db, userId, actor);
  const allowed = and(isChangeable(db, change, now), exists(session), consumedBy(db, actor, ofNew));
  const isAllowed = exists(db.select({ id: users.id }).from(users).where(allowed));
  const row = { ...rowOf(change, now), dueAt: now + EMAIL_CHANGE_WAIT_HOURS * HOUR };
  const entry = auditEntry(db, actor, "account.planEmail", {
    ...userSubject(userId),
    where: allowed,
    label: newEmail,
  });
  const notice = { about: "emailChangeWaiting", changeId: row.id, newEmail, dueAt: row.dueAt } as const;
  const {
    consumed,
    planned,
    open,
    reserved: [found],
  } = await runBatch(db, {
    consumed: consume(db, actor, proof, ofNew),
    entry: withNotice(db, [entry], actor, notice, { where: eq(users.id, userId) }),
    stopped: cancelPendingChanges(db, userId, now, isAllowed),
    planned: insertFrom(db, emailChanges, row, { from: users, where: allowed }).returning({
      id: emailChanges.id,
    }),
    open: session,
    reserved: selectReserved(db, newEmail, now, userId),
  });
  if (planned.length === 1) return { outcome: "done" };
  if (open.length === 0) return { outcome: "session-ended" };
  if (consumed.length === 0) return { outcome: "unproven", proof, attempt: { outcome: "expired" } };
  return { outcome: found?.isReserved ? "reserved" : "taken" };
}

/**
 * SQL: whether the user still has the old address, and the new one is neither taken nor reserved for another
 * account.
 * @param now milliseconds since 1970
 */
export function isChangeable(
  db: Database,
  { userId, oldEmail, newEmail }: Change,
  now: number,
): SQL | undefined {
  const others = alias(users, "others");
  const taken = db.select({ id: others.id }).from(others).where(eq(others.email, newEmail));
  return and(
    eq(users.id, userId),
    eq(users.email, oldEmail),
    notExists(taken),
    not(isReserved(db, newEmail, now, userId)),
  );
}

const rowOf = ({ userId, oldEmail, newEmail }: Change, now: number) => ({
  id: crypto.randomUUID(),
  userId,
  oldEmail,
  newEmail,
  createdAt: now,
});

/**
 * Consumes a code, and stores the request's id in its challenge, so that of two requests with the correct code, only
 * one succeeds.
 */
const consume = (db: Database, actor: Actor, proof: ProofOfAddress, { challengeId }: TypedCode) =>
  db
    .update(loginChallenges)
    .set({ consumedAt: actor.at, sessionId: actor.requestId })
    .where(openChallenge(challengeId, proof, actor.at))
    .returning({ id: loginChallenges.id });

/** SQL: whether {@link consume} has consumed the code in this batch. */
const consumedBy = (db: Database, actor: Actor, { challengeId }: TypedCode) =>
  exists(
    db
      .select({ id: loginChallenges.id })
      .from(loginChallenges)
      .where(and(eq(loginChallenges.id, challengeId), eq(loginChallenges.sessionId, actor.requestId))),
  );

/** Cancels a user's pending changes of address. */
export const cancelPendingChanges = (db: Database, userId: string | SQL, now: number, where?: SQL) =>
  db
    .update(emailChanges)
    .set({ stoppedAt: now })
    .where(
      and(
        eq(emailChanges.userId, userId),
        isNull(emailChanges.doneAt),
        isNull(emailChanges.stoppedAt),
        where,
      ),
    );
