import { and, eq, exists, ne, notExists } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { loginChallenges, users } from "#app/db/schema.ts";
import { type Actor, userSubject, withAuditEntry } from "#app/features/audit/audit.server.ts";
import { checkLoginCode, type UnprovenAddress } from "#app/features/auth/check-login-code.server.ts";
import { type LoginChallengeContext, openChallenge } from "#app/features/auth/login-challenge.server.ts";

/** The result of trying a code to change the email address. */
export type EmailChange = { outcome: "changed" } | { outcome: "taken" } | UnprovenAddress;

/**
 * Changes a user's address to one that a code has proven, and marks it verified. One batch consumes the code and checks
 * that nobody else has the address.
 *
 * Only this step reveals that an address is taken, and only to someone who reads its mail. Otherwise any user could
 * find out who has an account (docs/decisions/0015).
 */
export async function changeEmail(
  login: LoginChallengeContext,
  { userId, email, challengeId, code }: { userId: string; email: string; challengeId: string; code: string },
  actor: Actor,
): Promise<EmailChange> {
  const { db, now } = login;
  const proof = { email, purpose: "change-email", userId } as const;
  const unproven = await checkLoginCode(login, proof, { challengeId, code });
  if (unproven) return unproven;

  const others = alias(users, "others");
  const taken = db
    .select({ id: others.id })
    .from(others)
    .where(and(eq(others.email, email), ne(others.id, userId)));
  // The consuming request marks the challenge with its id: of two requests with the correct code, only one succeeds.
  const consumedHere = db
    .select({ id: loginChallenges.id })
    .from(loginChallenges)
    .where(and(eq(loginChallenges.id, challengeId), eq(loginChallenges.sessionId, actor.requestId)));
  const update = db
    .update(users)
    .set({ email, emailVerifiedAt: now })
    .where(and(eq(users.id, userId), exists(consumedHere), notExists(taken)))
    .returning({ id: users.id });
  const [consumed, changed] = await db.batch([
    db
      .update(loginChallenges)
      .set({ consumedAt: now, sessionId: actor.requestId })
      .where(openChallenge(challengeId, proof, now))
      .returning({ id: loginChallenges.id }),
    ...withAuditEntry(db, update, actor, "account.changeEmail", userSubject(userId)),
  ]);
  if (consumed.length === 0) return { outcome: "expired" };
  return { outcome: changed.length === 1 ? "changed" : "taken" };
}
