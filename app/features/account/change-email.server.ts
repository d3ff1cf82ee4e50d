import { and, eq, exists, ne, notExists, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { insertFrom } from "#app/db/insert-from.server.ts";
import { emailChanges, loginChallenges, users } from "#app/db/schema.ts";
import { type Actor, auditEntry, userSubject } from "#app/features/audit/audit.server.ts";
import { checkLoginCode, type UnprovenAddress } from "#app/features/auth/check-login-code.server.ts";
import { openChallenge } from "#app/features/auth/login-challenge.server.ts";
import type { LoginTryContext } from "#app/features/auth/login-try.server.ts";
import { withNotice } from "#app/features/notice/notice.server.ts";

/** The result of trying a code to change the email address. */
export type EmailChange = { outcome: "changed" } | { outcome: "taken" } | UnprovenAddress;

/**
 * Changes a user's address to one that a code has proven, marks it verified, and tells the old one. One batch consumes
 * the code and checks that nobody else has the address.
 *
 * Only this step reveals that an address is taken, and only to someone who reads its mail. Otherwise any user could
 * find out who has an account (docs/decisions/0015).
 */
export async function changeEmail(
  login: LoginTryContext,
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
  const allowed = and(eq(users.id, userId), exists(consumedHere), notExists(taken));
  // The change comes last, because the statements before it need the old address.
  const change = {
    id: crypto.randomUUID(),
    userId,
    oldEmail: sql`${users.email}`,
    newEmail: email,
    createdAt: now,
    dueAt: now,
    doneAt: now,
  };
  const entry = auditEntry(db, actor, "account.changeEmail", {
    ...userSubject(userId),
    where: allowed,
    label: email,
  });
  const notice = { about: "emailChanged", changeId: change.id } as const;
  const [consumed, , , , changed] = await db.batch([
    db
      .update(loginChallenges)
      .set({ consumedAt: now, sessionId: actor.requestId })
      .where(openChallenge(challengeId, proof, now))
      .returning({ id: loginChallenges.id }),
    ...withNotice(db, [entry], actor, notice, { where: eq(users.id, userId) }),
    insertFrom(db, emailChanges, change, { from: users, where: allowed }),
    db.update(users).set({ email, emailVerifiedAt: now }).where(allowed).returning({ id: users.id }),
  ]);
  if (consumed.length === 0) return { outcome: "expired" };
  return { outcome: changed.length === 1 ? "changed" : "taken" };
}
