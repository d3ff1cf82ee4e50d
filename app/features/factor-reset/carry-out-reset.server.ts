import { and, asc, eq, exists, isNotNull, isNull, lte, not, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/db/client.server.ts";
import { deleteRows } from "#app/db/delete-rows.server.ts";
import {
  accessTokens,
  factorResets,
  passkeys,
  recoveryCodes,
  secondSteps,
  sessions,
  users,
} from "#app/db/schema.ts";
import { stopWaiting } from "#app/features/account/change-email.server.ts";
import { type Actor, auditEntry, userSubject, withAuditEntry } from "#app/features/audit/audit.server.ts";
import { closeChallengesOf } from "#app/features/login-code/login-challenge.server.ts";
import { withNotice } from "#app/features/notice/notice.server.ts";
import { DEFAULT_LANGUAGE, isLanguage } from "#app/i18n/languages.ts";
import { DAY, HOUR } from "#app/lib/durations.ts";
import { logError } from "#app/lib/log.ts";
import { PRODUCT_NAME } from "#app/product.ts";
import { mayReset } from "./factor-reset.server.ts";
import { hasToldAddress, isWaiting, needsConfirmation } from "./open-reset.server.ts";

/** How long a reset is kept after its end. Milliseconds. */
const PERIOD = 30 * DAY;

/** After how long a reset that failed is tried again. Milliseconds. */
const RETRY_AFTER = HOUR;

/**
 * Statements that take from a user what they sign in with besides mail and linked accounts, end what is open, and tell
 * them. The second step stays as a row: an administrator's days of grace do not begin again. Linked accounts stay, because
 * nobody says that those are lost.
 * @param where a condition for all of them, which none of them may change
 */
export function resetFactors(db: Database, userId: string, actor: Actor, where: SQL | undefined) {
  const subject = userSubject(userId);
  const entry = auditEntry(db, actor, "factor.reset", { ...subject, where: and(subject.where, where) });
  const now = actor.at;
  return [
    ...withNotice(db, [entry], actor, { about: "factorsReset" }, { where: eq(users.id, userId) }),
    db
      .update(secondSteps)
      .set({ sealed: null, switchedOnAt: null })
      .where(and(eq(secondSteps.userId, userId), where)),
    db.delete(recoveryCodes).where(and(eq(recoveryCodes.userId, userId), where)),
    db.delete(passkeys).where(and(eq(passkeys.userId, userId), where)),
    db.delete(sessions).where(and(eq(sessions.userId, userId), where)),
    db.delete(accessTokens).where(and(eq(accessTokens.userId, userId), where)),
    // Among them the sign-ins that wait for their second step.
    closeChallengesOf(db, sql`(select ${userId} where ${where ?? sql`true`})`, now),
    // Whoever had a session may have planned it: from now on, the address alone opens the account.
    stopWaiting(db, userId, now, where),
  ] as const;
}

/** The condition for a reset of a user that is to be carried out now, or stopped. */
const isDue = (now: number) =>
  and(
    isWaiting(now),
    lte(factorResets.dueAt, now),
    or(isNotNull(factorResets.confirmedAt), not(needsConfirmation)),
  );

/**
 * Carries out a reset that has waited long enough. It is stopped instead if the user has another address by now, or if an
 * administrator who began or confirmed it is no longer one. One that needs to be confirmed goes on waiting. One that
 * fails waits for another hour, so that those behind it get their turn.
 *
 * One in each run: Cloudflare's free plan allows 50 queries in one invocation, which also mails notices and changes
 * addresses.
 * @returns how many were due
 */
export async function carryOutResets(db: Database, now: number, logged: boolean): Promise<number> {
  const begun = alias(users, "begun");
  const [due] = await db
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
    .limit(1);
  if (!due) return 0;
  const { id, userId, begunBy, label, language, site } = due;
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
      .innerJoin(users, hasToldAddress)
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
      // One whose owner has been promoted since is not due any more: it waits to be confirmed.
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
  return 1;
}

/** Deletes the resets that ended, or should have, more than 30 days ago. @returns how many */
export async function purgeFactorResets(db: Database, now: number): Promise<number> {
  const { stoppedAt, doneAt, dueAt } = factorResets;
  // Reads the whole table: there are few.
  return deleteRows(db, factorResets, lte(sql`coalesce(${stoppedAt}, ${doneAt}, ${dueAt})`, now - PERIOD));
}
