import { and, eq, exists, gte, isNotNull, isNull, ne, notExists, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/core/db/client.server.ts";
import { type Actor, auditEntry, userSubject, withAuditEntry } from "#app/identity/audit/audit.server.ts";
import { closeChallengesOf } from "#app/identity/login-code/login-challenge.server.ts";
import { withNotice } from "#app/identity/notice/notice.server.ts";
import { answeredIn, type OpenNotice } from "#app/identity/notice/open-notice.server.ts";
import { endAccess } from "#app/identity/session/end-access.server.ts";
import { emailChanges } from "#app/identity/tables/email-changes.ts";
import { loginChallenges } from "#app/identity/tables/login-challenges.ts";
import { notices } from "#app/identity/tables/notices.ts";
import { sessions } from "#app/identity/tables/sessions.ts";
import { users } from "#app/identity/tables/users.ts";

/**
 * Locks a stranger out of an account, at the request of someone who has the link of a notice. It ends every session, removes the passkeys,
 * makes the codes and links to sign in that were sent useless and stops a change of address that waits. A change of
 * address that the notice tells of is undone, with all later ones and all accounts linked since, unless somebody else
 * has the address by now. A provider that the notice tells of is unlinked. Recovery codes go if the notice tells of
 * them. The second step that the notice tells of is switched off, or, if a change of address is undone, one that was switched on
 * since: the mail that told of it went to the other address. No other one is: a mailbox alone must not switch off what its owner
 * has had for long (docs/decisions/0052). A reset of it that waits is
 * stopped; if the notice tells of one, the passkeys stay, too, as it would have removed them.
 *
 * One batch, which the first press of the button wins: the link does nothing after that, so that it can't be used
 * against the owner, who has signed in again. Unless it could not give the address back: then it can be pressed again once it can.
 */
export async function lockOut(db: Database, open: OpenNotice, actor: Actor): Promise<void> {
  const { id, userId, email, change } = open;
  const isUser = (where: SQL | undefined) => exists(db.select({ id: users.id }).from(users).where(where));
  const canRestore = change ? isUser(isRestorable(db, userId, change)) : undefined;
  const hasItBack = change ? isUser(and(eq(users.id, userId), eq(users.email, change.oldEmail))) : undefined;
  const answer = db
    .update(notices)
    .set({ details: sql`json_set(${notices.details}, '$.answeredIn', ${actor.requestId})` })
    .where(and(eq(notices.id, id), change ? or(isNull(answeredIn), canRestore) : isNull(answeredIn)));
  const won = exists(
    db
      .select({ id: notices.id })
      .from(notices)
      .where(and(eq(notices.id, id), eq(answeredIn, actor.requestId))),
  );
  const present = db.select({ email: users.email }).from(users).where(eq(users.id, userId));

  await db.batch([
    ...withAuditEntry(db, answer, actor, "account.notMe", userSubject(userId)),
    db
      .update(loginChallenges)
      // Not deleted: they still count towards the limits.
      .set({ replacedAt: actor.at })
      .where(
        and(
          or(eq(loginChallenges.email, email), eq(loginChallenges.email, present)),
          isNull(loginChallenges.consumedAt),
          isNull(loginChallenges.replacedAt),
          won,
        ),
      ),
    closeChallengesOf(db, sql`(select ${userId} where ${won})`, actor.at),
    db.delete(sessions).where(and(eq(sessions.userId, userId), won)),
    db
      .update(users)
      .set({ devicesSince: actor.at })
      .where(and(eq(users.id, userId), won)),
    ...endAccess(db, { why: "locked-out", userId, where: won, actor, open }),
    ...(change ? restoreAddress(db, open, change, actor, won) : []),
    db
      .update(emailChanges)
      .set({ stoppedAt: actor.at })
      .where(
        and(
          eq(emailChanges.userId, userId),
          isNull(emailChanges.stoppedAt),
          or(
            isNull(emailChanges.doneAt),
            // Only with the address: otherwise the link could not give it back later.
            change ? and(gte(emailChanges.createdAt, change.createdAt), hasItBack) : undefined,
          ),
          won,
        ),
      ),
  ]);
}

/**
 * The condition for a user to whom the address that they had before a change can be given back: it was carried out, and nobody else
 * has that address. Not if that change was itself undone: its notice went to an address that was never the owner's.
 */
function isRestorable(db: Database, userId: string, { id, oldEmail }: NonNullable<OpenNotice["change"]>) {
  const others = alias(users, "others");
  const taken = db.select({ id: others.id }).from(others).where(eq(others.email, oldEmail));
  const carriedOut = db
    .select({ id: emailChanges.id })
    .from(emailChanges)
    .where(and(eq(emailChanges.id, id), isNotNull(emailChanges.doneAt), isNull(emailChanges.stoppedAt)));
  return and(eq(users.id, userId), ne(users.email, oldEmail), exists(carriedOut), notExists(taken));
}

/**
 * Statements that give an account back the address that it had before a change, and tell the address that it has now. A second
 * step that was switched on since the change is switched off, and the address that is given back is told.
 */
function restoreAddress(
  db: Database,
  { userId, email }: OpenNotice,
  change: NonNullable<OpenNotice["change"]>,
  actor: Actor,
  won: ReturnType<typeof exists>,
) {
  const { oldEmail, doneAt, restored } = change;
  const restorable = and(isRestorable(db, userId, change), won);
  const entry = auditEntry(db, actor, "account.changeEmail", {
    ...userSubject(userId),
    where: restorable,
    label: oldEmail,
  });
  return [
    ...withNotice(db, [entry], actor, { about: "emailRestored" }, { where: eq(users.id, userId) }),
    db
      .update(users)
      // Whoever opened the link in a mail to an address reads that address.
      .set({ email: oldEmail, emailVerifiedAt: email === oldEmail ? actor.at : null })
      .where(restorable),
    // After the address: nothing is switched off if that was not given back.
    ...(doneAt && !restored
      ? endAccess(db, { why: "email-restored", userId, email: oldEmail, since: doneAt, where: won, actor })
      : []),
  ];
}
