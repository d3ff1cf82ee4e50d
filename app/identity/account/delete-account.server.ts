import { and, eq, exists, type SQL, sql } from "drizzle-orm";
import { runBatch } from "#app/core/db/batch.server.ts";
import type { Database } from "#app/core/db/client.server.ts";
import type { ErrorCode } from "#app/error-codes.ts";
import { type Actor, userSubject, withAuditEntry } from "#app/identity/audit/audit.server.ts";
import { forgetTextsOf } from "#app/identity/audit/audit-retention.server.ts";
import { checkLoginCode, type UnprovenAddress } from "#app/identity/login-code/check-login-code.server.ts";
import { openChallenge } from "#app/identity/login-code/login-challenge.server.ts";
import type { LoginTryContext } from "#app/identity/login-code/login-try.server.ts";
import { withNotice } from "#app/identity/notice/notice.server.ts";
import { lostAuthority, mayStill } from "#app/identity/session/authority.server.ts";
import { loginChallenges } from "#app/identity/tables/login-challenges.ts";
import { users } from "#app/identity/tables/users.ts";
import { deleteOwned } from "#app/identity/user/owned-rows.server.ts";
import { findTies, findWhatGoes, hasNoTies } from "#app/identity/user/ties.server.ts";
import { isNotLastAdministrator } from "#app/identity/user/user-write.server.ts";

/** The result of trying a code to delete an account. */
export type AccountDeletion =
  | { outcome: "deleted" }
  /** The user is the last administrator, or others need them (identity/user/ties). */
  | { outcome: "refused"; code: ErrorCode }
  /** The session has ended since the form was opened. */
  | { outcome: "session-ended" }
  | UnprovenAddress;

/**
 * What prevents a user from deleting their account: being the last administrator who may sign in, and what others need
 * them for. The result also lists what is deleted with the account.
 */
export async function keepsAccount(db: Database, userId: string | SQL<string>, now: number) {
  const [others, ties, goes] = await Promise.all([
    db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, userId), isNotLastAdministrator(db, now))),
    findTies(db, userId),
    findWhatGoes(db, userId),
  ]);
  return { isLast: others.length === 0, ties, goes };
}

/**
 * Deletes a user at their own request, if the code is correct, with everything that is theirs alone, such as sessions
 * and linked accounts. One batch consumes the code, notifies the user, and deletes all or nothing. It does not delete
 * the last administrator who may sign in, nor a user whom others need.
 */
export async function deleteAccount(
  login: LoginTryContext,
  {
    userId,
    email,
    sessionId,
    challengeId,
    code,
  }: { userId: string; email: string; sessionId: string; challengeId: string; code: string },
  actor: Actor,
): Promise<AccountDeletion> {
  const { db, now } = login;
  const proof = { email, purpose: "delete-account", userId } as const;
  const unproven = await checkLoginCode(login, proof, { challengeId, code });
  if (unproven) return unproven;

  const self = db.select({ id: users.id }).from(users);
  const consumedNow = and(
    eq(loginChallenges.id, challengeId),
    eq(loginChallenges.sessionId, sessionId),
    eq(loginChallenges.consumedAt, now),
  );
  const agreed = exists(db.select({ id: loginChallenges.id }).from(loginChallenges).where(consumedNow));
  const consume = db
    .update(loginChallenges)
    .set({ consumedAt: now, sessionId })
    .where(
      and(
        openChallenge(challengeId, proof, now),
        mayStill(db, actor, null),
        exists(self.where(and(eq(users.id, userId), isNotLastAdministrator(db, now), hasNoTies(db)))),
      ),
    )
    .returning({ id: loginChallenges.id });
  const consumeAndLog = withAuditEntry(db, consume, actor, "account.delete", userSubject(userId));
  const {
    found: [user],
    consumed,
  } = await runBatch(db, {
    found: db
      .select({ mayGo: sql<boolean>`${isNotLastAdministrator(db, now)}`.mapWith(Boolean).as("may_go") })
      .from(users)
      .where(eq(users.id, userId)),
    consumed: withNotice(
      db,
      consumeAndLog,
      actor,
      { about: "accountDeleted" },
      { where: eq(users.id, userId) },
    ),
    owned: deleteOwned(db, userId, agreed, actor),
    texts: forgetTextsOf(db, userId, agreed),
    deleted: db.delete(users).where(and(eq(users.id, userId), agreed)),
  });
  // If the user is gone, the same form was sent twice, and the other request was faster.
  if (consumed.length === 1 || !user) return { outcome: "deleted" };
  if (!user.mayGo) return { outcome: "refused", code: "LAST_ADMINISTRATOR" };
  const [tie] = await findTies(db, userId);
  if (tie) return { outcome: "refused", code: tie.code };
  return { outcome: (await lostAuthority(db, actor, null)) ? "session-ended" : "expired" };
}
