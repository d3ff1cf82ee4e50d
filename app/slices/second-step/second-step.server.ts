import { and, eq, exists, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { runBatch } from "#app/core/db/batch.server.ts";
import type { Database } from "#app/core/db/client.server.ts";
import { insertFrom } from "#app/core/db/insert-from.server.ts";
import { type Failed, SESSION_ENDED } from "#app/core/db/written.ts";
import { MINUTE } from "#app/core/lib/durations.ts";
import { type Actor, userSubject, withAuditEntry } from "#app/identity/audit/audit.server.ts";
import type { LoginTryContext } from "#app/identity/login-code/login-try.server.ts";
import { withNotice } from "#app/identity/notice/notice.server.ts";
import { openSession } from "#app/identity/session/session.server.ts";
import { loginChallenges, SECOND_STEP } from "#app/identity/tables/login-challenges.ts";
import { sessions } from "#app/identity/tables/sessions.ts";
import { users } from "#app/identity/tables/users.ts";
import {
  checkSecondStep,
  type RejectedStep,
  type SecondStepChallenge,
  spendCode,
} from "./check-second-step.server.ts";
import { drawRecoveryCodes, hashRecoveryCode, RECOVERY_CODES } from "./recovery-code.ts";
import { seal, unseal } from "./sealed.server.ts";
import type { SecondStepCode } from "./second-step.schema.ts";
import { recoveryCodes, secondSteps } from "./second-steps.table.ts";
import { timeStepOf } from "./totp.server.ts";

/** The parts of a request that these functions need. */
type Login = Pick<LoginTryContext, "db" | "settings" | "now">;

/** A second step, for its owner's page. Times are in milliseconds since 1970. */
export interface SecondStepSummary {
  switchedOnAt: number;
  /** How many recovery codes are unused. */
  codesLeft: number;
}

/** The second step of a user; null if it is off. One query. */
export async function findSecondStep(
  db: Database,
  userId: string | SQL<string>,
): Promise<SecondStepSummary | null> {
  const codes = db
    .select({ usedAt: recoveryCodes.usedAt })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.userId, secondSteps.userId))
    .limit(RECOVERY_CODES);
  const left = sql`select count(*) from (${codes}) where used_at is null`;
  const [step] = await db
    .select({ switchedOnAt: secondSteps.switchedOnAt, codesLeft: sql<number>`(${left})`.as("codes_left") })
    .from(secondSteps)
    .where(and(eq(secondSteps.userId, userId), isNotNull(secondSteps.switchedOnAt)));
  return step?.switchedOnAt ? { switchedOnAt: step.switchedOnAt, codesLeft: step.codesLeft } : null;
}

/**
 * Recovery codes, which no other response contains. `repeated`: whether the same form had already created other codes.
 */
export interface MadeCodes {
  codes: string[];
  repeated: boolean;
}

/**
 * Switches the second step on, once a first code proves that the app has the secret. If the form is sent twice, the
 * second response has new recovery codes, as nobody knows which response was seen. If the session has ended in the
 * meantime, nothing is switched on.
 * @param secret in base32
 */
export async function switchOn(
  { db, settings, now }: Login,
  userId: string,
  { secret, code }: { secret: string; code: string },
  actor: Actor,
): Promise<({ ok: true } & MadeCodes) | { ok: false; reason: "wrong" | "on-already" } | Failed> {
  const timeStep = timeStepOf(secret, code, now);
  if (timeStep === null) return { ok: false, reason: "wrong" };
  const sealed = await seal(settings, secret, userId);
  const values = { sealed, switchedOnAt: now, lastTimeStep: timeStep };
  const session = openSession(db, userId, actor);
  const upsert = insertFrom(db, secondSteps, { userId, ...values }, { where: exists(session) })
    .onConflictDoUpdate({
      target: secondSteps.userId,
      set: values,
      setWhere: isNull(secondSteps.switchedOnAt),
    })
    .returning({ userId: secondSteps.userId });
  const codes = drawRecoveryCodes();
  const hasSecret = (stored: string) =>
    exists(
      db
        .select({ userId: secondSteps.userId })
        .from(secondSteps)
        .where(and(eq(secondSteps.userId, userId), eq(secondSteps.sealed, stored), exists(session))),
    );
  const { switched, open } = await runBatch(db, {
    switched: withNotice(
      db,
      withAuditEntry(db, upsert, actor, "factor.switchOn", userSubject(userId)),
      actor,
      { about: "secondStepOn" },
      { where: eq(users.id, userId) },
    ),
    codes: await replaceCodes(db, userId, codes, now, hasSecret(sealed)),
    open: session,
    // The first code proves who the reader is, as later codes do.
    proven: db
      .update(sessions)
      .set({ provenAt: now, factorProvenAt: now })
      .where(and(inArray(sessions.id, session), hasSecret(sealed))),
    // Forget all known browsers, because somebody else who reads the user's emails may have signed in with
    // one of them.
    forgotten: db
      .update(users)
      .set({ devicesSince: now })
      .where(and(eq(users.id, userId), hasSecret(sealed))),
  });
  if (switched.length === 1) return { ok: true, codes, repeated: false };
  if (open.length === 0) return SESSION_ENDED;
  const [current] = await db
    .select({ sealed: secondSteps.sealed })
    .from(secondSteps)
    .where(and(eq(secondSteps.userId, userId), eq(secondSteps.lastTimeStep, timeStep)));
  const stored = current?.sealed ?? "";
  if ((await unseal(settings, stored, userId)) !== secret) return { ok: false, reason: "on-already" };
  const { open: stillOpen } = await runBatch(db, {
    codes: await replaceCodes(db, userId, codes, now, hasSecret(stored)),
    open: session,
  });
  return stillOpen.length === 1 ? { ok: true, codes, repeated: true } : SESSION_ENDED;
}

/** Statements that replace a user's recovery codes. @param where a condition for all statements */
async function replaceCodes(db: Database, userId: string, codes: string[], now: number, where: SQL) {
  const hashes = await Promise.all(codes.map((code) => hashRecoveryCode(userId, code)));
  return [
    db.delete(recoveryCodes).where(and(eq(recoveryCodes.userId, userId), where)),
    insertFrom(
      db,
      recoveryCodes,
      { codeHash: sql`value`, userId, createdAt: now, usedAt: null },
      { from: sql`json_each(${JSON.stringify(hashes)})`, where },
    ),
  ] as const;
}

/** The sender of a form with a code for the second step. */
export type StepOwner = Pick<SecondStepChallenge, "userId" | "email" | "deviceId">;

/** The reader's session has ended in the meantime. */
interface SessionEnded {
  outcome: "session-ended";
}

/**
 * Replaces all recovery codes, and emails the owner, if the code is valid. If the session has ended in the meantime, no
 * code is used up.
 */
export async function renewCodes(
  login: LoginTryContext,
  owner: StepOwner,
  typed: SecondStepCode,
  actor: Actor,
): Promise<({ outcome: "renewed" } & MadeCodes) | RejectedStep | SessionEnded> {
  const { db, now } = login;
  const { userId } = owner;
  const session = openSession(db, userId, actor);
  const tried = await tryCode(login, owner, typed, actor.requestId, exists(session));
  if ("outcome" in tried) return tried;
  const { close, spend, won } = tried;
  const codes = drawRecoveryCodes();
  const { closed, open } = await runBatch(db, {
    closed: withNotice(
      db,
      withAuditEntry(db, close, actor, "factor.renewCodes", userSubject(userId)),
      actor,
      { about: "recoveryCodesRenewed" },
      { where: eq(users.id, userId) },
    ),
    spent: spend,
    codes: await replaceCodes(db, userId, codes, now, won),
    open: session,
  });
  if (closed.length === 1) return { outcome: "renewed", codes, repeated: false };
  return { outcome: open.length === 1 ? "used" : "session-ended" };
}

/**
 * Switches the second step off, and emails the owner, if the code is valid. If the session has ended in the meantime,
 * no code is used up.
 */
export async function switchOff(
  login: LoginTryContext,
  owner: StepOwner,
  typed: SecondStepCode,
  actor: Actor,
): Promise<{ outcome: "switched-off" } | RejectedStep | SessionEnded> {
  const { db } = login;
  const { userId } = owner;
  const session = openSession(db, userId, actor);
  const tried = await tryCode(login, owner, typed, actor.requestId, exists(session));
  if ("outcome" in tried) return tried;
  const { close, spend, won } = tried;
  const { closed, open } = await runBatch(db, {
    closed: withNotice(
      db,
      withAuditEntry(db, close, actor, "factor.switchOff", userSubject(userId)),
      actor,
      { about: "secondStepOff" },
      { where: eq(users.id, userId) },
    ),
    spent: spend,
    // The row is not deleted, so that an administrator's days of grace don't start again.
    switchedOff: db
      .update(secondSteps)
      .set({ sealed: null, switchedOnAt: null })
      .where(and(eq(secondSteps.userId, userId), won)),
    codes: db.delete(recoveryCodes).where(and(eq(recoveryCodes.userId, userId), won)),
    open: session,
  });
  if (closed.length === 1) return { outcome: "switched-off" };
  return { outcome: open.length === 1 ? "used" : "session-ended" };
}

/**
 * Checks a code of a signed-in user. The code gets its own challenge, so that tries are limited as at
 * sign-in.
 * @param winner the id of this request
 * @param where a further condition for using up the code
 * @returns why the code was rejected; otherwise the result of {@link spendCode}, for the action's batch
 */
export async function tryCode(
  login: LoginTryContext,
  owner: StepOwner,
  typed: SecondStepCode,
  winner: string,
  where?: SQL,
): Promise<RejectedStep | ReturnType<typeof spendCode>> {
  const { db, now } = login;
  const challenge = { id: crypto.randomUUID(), ...owner };
  await db
    .insert(loginChallenges)
    .values({ ...challenge, purpose: SECOND_STEP, createdAt: now, expiresAt: now + MINUTE });
  const checked = await checkSecondStep(login, challenge, typed);
  return "outcome" in checked ? checked : spendCode(db, challenge, checked.right, winner, now, where);
}
