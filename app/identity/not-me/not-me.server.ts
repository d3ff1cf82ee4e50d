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
 * Locks a stranger out of an account, at the request of someone who has a notice's link.
 * - It ends every session, removes the passkeys, cancels the codes and links for signing in, and cancels a pending
 *   change of address.
 * - If the notice is about a change of address, it undoes that change with all later ones, and unlinks all accounts
 *   linked since, unless somebody else now has the address.
 * - If the notice is about a linked provider, it unlinks that.
 * - If the notice is about recovery codes, it deletes them.
 * - If the notice is about a second step, it turns that off. If it undoes a change of address, it turns off a second
 *   step that was turned on since, because the email about it went to the other address. It keeps an older second step,
 *   because a mailbox alone must not turn that off (docs/decisions/0052).
 * - It cancels a pending reset of the second step. If the notice is about that reset, the passkeys stay, because the
 *   reset would have removed them.
 *
 * It is one batch, and only the first press of the button has an effect. After that, the link does nothing, so that
 * nobody can use it against the owner, who has signed in again. There is one exception: if the address could not be
 * given back, the button works again as soon as that is possible.
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
  const current = db.select({ email: users.email }).from(users).where(eq(users.id, userId));

  await db.batch([
    ...withAuditEntry(db, answer, actor, "account.notMe", userSubject(userId)),
    db
      .update(loginChallenges)
      // The challenges are closed and not deleted, because they still count towards the limits.
      .set({ replacedAt: actor.at })
      .where(
        and(
          or(eq(loginChallenges.email, email), eq(loginChallenges.email, current)),
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
            // Mark the change as undone only if the address was given back. Otherwise the link could not give it back
            // later.
            change ? and(gte(emailChanges.createdAt, change.createdAt), hasItBack) : undefined,
          ),
          won,
        ),
      ),
  ]);
}

/**
 * SQL: whether a user can get back the address that they had before a change. The change must have been
 * carried out, and nobody else may have that address. A change that was itself undone does not qualify,
 * because its notice went to an address that was never the owner's.
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
 * Statements that give an account its earlier address back, and notify its current address. They also turn off a second
 * step that was turned on since the change, and notify the earlier address of that.
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
      // Somebody who opened the link in an email to an address can read that address's mailbox.
      .set({ email: oldEmail, emailVerifiedAt: email === oldEmail ? actor.at : null })
      .where(restorable),
    // These statements change nothing if the address was not given back.
    ...(doneAt && !restored
      ? endAccess(db, { why: "email-restored", userId, email: oldEmail, since: doneAt, where: won, actor })
      : []),
  ];
}
