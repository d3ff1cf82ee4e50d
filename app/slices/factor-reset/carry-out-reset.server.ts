import { and, asc, eq, exists, isNotNull, isNull, lte, not, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/core/db/client.server.ts";
import type { Due } from "#app/core/db/cron.ts";
import { deleteRows } from "#app/core/db/delete-rows.server.ts";
import { DEFAULT_LANGUAGE, isLanguage } from "#app/core/i18n/languages.ts";
import { DAY, HOUR } from "#app/core/lib/durations.ts";
import { logError } from "#app/core/lib/log.ts";
import { cancelPendingChanges } from "#app/identity/account/change-email.server.ts";
import { type Actor, auditEntry, userSubject, withAuditEntry } from "#app/identity/audit/audit.server.ts";
import { closeChallengesOf } from "#app/identity/login-code/login-challenge.server.ts";
import { withNotice } from "#app/identity/notice/notice.server.ts";
import { endAccess } from "#app/identity/session/end-access.server.ts";
import { sessions } from "#app/identity/tables/sessions.ts";
import { users } from "#app/identity/tables/users.ts";
import { PRODUCT_NAME } from "#app/product.ts";
import { mayReset } from "./factor-reset.server.ts";
import { factorResets } from "./factor-resets.table.ts";
import { hasNotifiedAddress, isWaiting, needsConfirmation } from "./open-reset.server.ts";

/** How long a reset is stored after its end, in milliseconds. */
const PERIOD = 30 * DAY;

/** How soon a failed reset is tried again, in milliseconds. */
const RETRY_AFTER = HOUR;

/**
 * Statements that remove a user's factors, end their open sign-ins and sessions, and email them. Linked accounts stay,
 * because nobody has reported them lost.
 * @param where a condition for all statements, which none of them may change
 */
export function resetFactors(db: Database, userId: string, actor: Actor, where: SQL | undefined) {
  const subject = userSubject(userId);
  const entry = auditEntry(db, actor, "factor.reset", { ...subject, where: and(subject.where, where) });
  const now = actor.at;
  return [
    ...withNotice(db, [entry], actor, { about: "factorsReset" }, { where: eq(users.id, userId) }),
    ...endAccess(db, { why: "factors-reset", userId, where, actor }),
    db.delete(sessions).where(and(eq(sessions.userId, userId), where)),
    // These challenges include the sign-ins that wait for their second step.
    closeChallengesOf(db, sql`(select ${userId} where ${where ?? sql`true`})`, now),
    // A thief with a stolen session may have planned a change of address. It must end, because after the reset, access
    // to the mailbox is enough to sign in.
    cancelPendingChanges(db, userId, now, where),
  ] as const;
}

/** SQL: whether a reset is due now, either to be carried out or to be stopped. */
const isDue = (now: number) =>
  and(
    isWaiting(now),
    lte(factorResets.dueAt, now),
    or(isNotNull(factorResets.confirmedAt), not(needsConfirmation)),
  );

/** A query for the resets that are due, the most overdue first. */
function selectDue(db: Database, now: number, limit: number) {
  const begun = alias(users, "begun");
  return db
    .select({
      id: factorResets.id,
      userId: factorResets.userId,
      begunBy: factorResets.begunBy,
      label: sql<string | null>`${begun.email}`.as("begun_by_email"),
      language: factorResets.language,
      site: factorResets.site,
    })
    .from(factorResets)
    .innerJoin(users, eq(users.id, factorResets.userId))
    .leftJoin(begun, eq(begun.id, factorResets.begunBy))
    .where(isDue(now))
    .orderBy(asc(factorResets.dueAt))
    .limit(limit);
}

/**
 * Carries out the resets that are due. A reset is stopped instead if the user's address has changed since, or if the
 * person who began or confirmed it is no longer an administrator. Unconfirmed resets stay pending. A failed reset is
 * tried again after an hour, so that those behind it get their turn.
 * @param limit how many at most (app/plan-limits.ts)
 * @returns how many were due
 */
async function carryOutResets(db: Database, now: number, logged: boolean, limit: number): Promise<number> {
  const due = await selectDue(db, now, limit);
  for (const reset of due) await carryOut(db, reset, now, logged);
  return due.length;
}

type DueReset = Awaited<ReturnType<typeof selectDue>>[number];

/** Carries out one reset, or stops it. After a failure, it is tried again in an hour. */
async function carryOut(
  db: Database,
  { id, userId, begunBy, label, language, site }: DueReset,
  now: number,
  logged: boolean,
): Promise<void> {
  const actor: Actor = {
    id: begunBy,
    label,
    asUser: null,
    requestId: crypto.randomUUID(),
    at: now,
    logged,
    language: isLanguage(language) ? language : DEFAULT_LANGUAGE,
    site,
  };
  const thisOne = eq(factorResets.id, id);
  const isDueStill = exists(
    db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, factorResets.userId), isDue(now))),
  );
  const allowed = exists(
    db
      .select({ id: factorResets.id })
      .from(factorResets)
      .innerJoin(users, hasNotifiedAddress)
      .where(
        and(
          thisOne,
          isDue(now),
          mayReset(db, sql`${factorResets.begunBy}`, now),
          or(isNull(factorResets.confirmedBy), mayReset(db, sql`${factorResets.confirmedBy}`, now)),
        ),
      ),
  );
  try {
    await db.batch([
      ...resetFactors(db, userId, actor, allowed),
      db.update(factorResets).set({ doneAt: now }).where(and(thisOne, allowed)),
      // If the user was given access to the manager in the meantime, the reset is no longer due, because it
      // first needs a confirmation.
      ...withAuditEntry(
        db,
        db.update(factorResets).set({ stoppedAt: now }).where(and(thisOne, isDueStill)),
        { ...actor, id: null, label: PRODUCT_NAME },
        "factor.stopReset",
        userSubject(userId),
      ),
    ]);
  } catch (error) {
    logError("factor reset not carried out", error);
    await db
      .update(factorResets)
      .set({ dueAt: now + RETRY_AFTER })
      .where(and(thisOne, isWaiting(now)));
  }
}

/** Deletes the resets that ended, or should have ended, more than 30 days ago. @returns how many */
export async function purgeFactorResets(db: Database, now: number): Promise<number> {
  const { stoppedAt, doneAt, dueAt } = factorResets;
  // Scans the table, which has few rows.
  return deleteRows(db, factorResets, lte(sql`coalesce(${stoppedAt}, ${doneAt}, ${dueAt})`, now - PERIOD));
}

/** Carries out due resets in each run of the cron. */
export const factorResetDue: Due = {
  failure: "factor resets failed",
  carryOut: (db, { now, settings, eachRun }) => carryOutResets(db, now, !settings.DEMO, eachRun.factorResets),
};
