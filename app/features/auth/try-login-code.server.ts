import { and, eq, exists, isNull, sql } from "drizzle-orm";
import { loginChallenges, sessions, users } from "#app/db/schema.ts";
import { signInActor, signInSubject, withAuditEntry } from "#app/features/audit/audit.server.ts";
import { insertSession, type NewSession, notBanned } from "#app/features/session/session.server.ts";
import { insertNewUser } from "#app/features/user/insert-new-user.server.ts";
import type { Role } from "#app/permissions.ts";
import { checkLoginCode, type UnprovenAddress } from "./check-login-code.server.ts";
import { type LoginChallengeContext, openChallenge } from "./login-challenge.server.ts";

/** The result of trying a code to sign in. */
export type LoginAttempt =
  | { outcome: "signed-in"; user: { id: string; role: Role; onboardedAt: number | null } }
  | UnprovenAddress
  | { outcome: "no-account" }
  | { outcome: "banned"; reason: string | null; until: number | null };

/**
 * Tries to sign in with a code. One batch consumes a correct code and creates the session, and the user if sign-up is
 * on: of two parallel correct tries exactly one signs in, and a failure leaves no partial sign-in behind.
 *
 * @param email the address shown to the visitor; a challenge for another address counts as expired
 * @param code six ASCII digits
 * @param session created if the code is correct
 */
export async function tryLoginCode(
  login: LoginChallengeContext,
  {
    challengeId,
    email,
    code,
    session,
    requestId,
  }: { challengeId: string; email: string; code: string; session: NewSession; requestId: string },
): Promise<LoginAttempt> {
  const { db, settings, now } = login;
  const proof = { email, purpose: "sign-in", userId: null } as const;
  const unproven = await checkLoginCode(login, proof, { challengeId, code });
  if (unproven) return unproven;

  const open = openChallenge(challengeId, proof, now);
  const wonChallenge = and(eq(loginChallenges.id, challengeId), eq(loginChallenges.sessionId, session.id));
  const won = exists(db.select({ id: loginChallenges.id }).from(loginChallenges).where(wonChallenge));
  const [consumed, , , [user], created] = await db.batch([
    db
      .update(loginChallenges)
      .set({ consumedAt: now, sessionId: session.id })
      .where(open)
      .returning({ id: loginChallenges.id }),
    insertNewUser(db, { email, now, where: and(won, sql`${settings.SIGN_UP}`) }),
    db
      .update(users)
      .set({ emailVerifiedAt: now, updatedAt: now })
      .where(and(eq(users.email, email), isNull(users.emailVerifiedAt), won)),
    db
      .select({
        id: users.id,
        role: users.role,
        onboardedAt: users.onboardedAt,
        reason: users.banReason,
        until: users.banExpiresAt,
      })
      .from(users)
      .where(eq(users.email, email)),
    ...withAuditEntry(
      db,
      insertSession(db, session, now, and(eq(users.email, email), won, notBanned(users, now))).returning({
        id: sessions.id,
      }),
      signInActor({ requestId, at: now, logged: !settings.DEMO }),
      "auth.signIn",
      signInSubject(eq(users.email, email)),
    ),
  ]);
  if (consumed.length === 0) return { outcome: "expired" };
  if (!user) return { outcome: "no-account" };
  const { reason, until, ...signedIn } = user;
  return created.length === 1
    ? { outcome: "signed-in", user: signedIn }
    : { outcome: "banned", reason, until };
}
