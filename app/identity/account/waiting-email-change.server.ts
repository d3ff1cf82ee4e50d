import { and, asc, eq, exists, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/core/db/client.server.ts";
import { deleteRows } from "#app/core/db/delete-rows.server.ts";
import type { Written } from "#app/core/db/written.ts";
import { DEFAULT_LANGUAGE, isLanguage } from "#app/core/i18n/languages.ts";
import { DAY, HOUR } from "#app/core/lib/durations.ts";
import { logError } from "#app/core/lib/log.ts";
import { type Actor, auditEntry, userSubject, withAuditEntry } from "#app/identity/audit/audit.server.ts";
import { withNotice } from "#app/identity/notice/notice.server.ts";
import { endAccess } from "#app/identity/session/end-access.server.ts";
import { emailChanges } from "#app/identity/tables/email-changes.ts";
import { notices } from "#app/identity/tables/notices.ts";
import { sessions } from "#app/identity/tables/sessions.ts";
import { users } from "#app/identity/tables/users.ts";
import { cancelPendingChanges, isChangeable } from "./change-email.server.ts";

// If no code from the old mailbox confirms a change of address, the change stays pending until it is due
// (docs/decisions/0034).

/** How long we keep an address that someone used to have, or had planned to change to. Milliseconds. */
const PERIOD = 30 * DAY;

/** When a failed change is tried again. Milliseconds. */
const RETRY_AFTER = HOUR;

const isWaiting = and(isNull(emailChanges.doneAt), isNull(emailChanges.stoppedAt));

/** The pending change of a user's address, if any: at most one row. `dueAt` in milliseconds since 1970. */
export const findPendingEmailChange = (db: Database, userId: SQL<string>) =>
  db
    .select({ newEmail: emailChanges.newEmail, dueAt: emailChanges.dueAt })
    .from(emailChanges)
    .where(and(eq(emailChanges.userId, userId), isWaiting));

/** Cancels the pending change of a user's address. */
export async function keepEmail(db: Database, userId: string, actor: Actor): Promise<Written> {
  const stop = cancelPendingChanges(db, userId, actor.at);
  await db.batch([...withAuditEntry(db, stop, actor, "account.keepEmail", userSubject(userId))]);
  return { ok: true, id: userId };
}

/**
 * Carries out the due changes of address. Each ends all sessions of the user, revokes their access tokens and notifies
 * both addresses. A change is cancelled instead if the user's address has changed since, or if somebody else has the
 * new one or can take it back. A failed change waits for another hour, so that the next ones get their turn.
 * @param limit how many at most (app/plan-limits.ts)
 * @returns how many changes were due
 */
export async function carryOutEmailChanges(
  db: Database,
  now: number,
  logged: boolean,
  limit: number,
): Promise<number> {
  const due = await db
    .select({
      id: emailChanges.id,
      userId: sql<string>`${emailChanges.userId}`.as("changed_user_id"),
      oldEmail: emailChanges.oldEmail,
      newEmail: emailChanges.newEmail,
      language: notices.language,
      site: sql<string>`json_extract(${notices.details}, '$.site')`.as("site"),
    })
    .from(emailChanges)
    // The notice of the planned change has the language and the site, which the cron can't take from a request.
    .innerJoin(
      notices,
      and(
        eq(notices.userId, emailChanges.userId),
        eq(notices.about, "emailChangeWaiting"),
        eq(emailChanges.id, sql`json_extract(${notices.details}, '$.changeId')`),
      ),
    )
    .where(and(isWaiting, lte(emailChanges.dueAt, now)))
    .orderBy(asc(emailChanges.dueAt))
    .limit(limit);
  for (const { language, site, ...change } of due) {
    const actor: Actor = {
      id: change.userId,
      label: change.oldEmail,
      asUser: null,
      requestId: crypto.randomUUID(),
      at: now,
      logged,
      language: isLanguage(language) ? language : DEFAULT_LANGUAGE,
      site,
    };
    try {
      await carryOut(db, change, actor);
    } catch (error) {
      logError("email change not carried out", error);
      await db
        .update(emailChanges)
        .set({ dueAt: now + RETRY_AFTER })
        .where(and(eq(emailChanges.id, change.id), isWaiting));
    }
  }
  return due.length;
}

/** Carries out or cancels one change, in one batch. The first statements decide which, and the last ones record it. */
async function carryOut(
  db: Database,
  change: { id: string; userId: string; oldEmail: string; newEmail: string },
  actor: Actor,
): Promise<void> {
  const { id, userId, newEmail } = change;
  const still = and(eq(emailChanges.id, id), isWaiting);
  const waiting = exists(db.select({ id: emailChanges.id }).from(emailChanges).where(still));
  const allowed = and(isChangeable(db, change, actor.at), waiting);
  const carriedOut = exists(
    db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, userId), eq(users.email, newEmail))),
  );
  const entry = auditEntry(db, actor, "account.changeEmail", {
    ...userSubject(userId),
    where: allowed,
    label: newEmail,
  });
  const recipient = { where: eq(users.id, userId) };
  const update = db
    .update(users)
    .set({ email: newEmail, emailVerifiedAt: actor.at, devicesSince: actor.at })
    .where(allowed);
  await db.batch([
    ...withNotice(db, [entry], actor, { about: "emailChanged", changeId: id }, recipient),
    ...withNotice(db, [update], actor, { about: "emailChangeCarriedOut" }, recipient),
    db.delete(sessions).where(and(eq(sessions.userId, userId), waiting, carriedOut)),
    ...endAccess(db, { why: "email-changed", userId, where: and(waiting, carriedOut), actor }),
    db.update(emailChanges).set({ doneAt: actor.at }).where(and(still, carriedOut)),
    db.update(emailChanges).set({ stoppedAt: actor.at }).where(still),
  ]);
}

/** Deletes the changes of address that ended, or should have ended, more than 30 days ago. @returns how many */
export async function purgeEmailChanges(db: Database, now: number): Promise<number> {
  const { stoppedAt, doneAt, dueAt } = emailChanges;
  // Reads the whole table, because an index would cost a write for every change, and few people change their address in
  // a month.
  return deleteRows(db, emailChanges, lte(sql`coalesce(${stoppedAt}, ${doneAt}, ${dueAt})`, now - PERIOD));
}
