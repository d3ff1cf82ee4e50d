import { and, eq, exists, gt, isNotNull, isNull, lt, type SQL } from "drizzle-orm";
import type { Database } from "#app/core/db/client.server.ts";
import { logError } from "#app/core/lib/log.ts";
import { countAttempt } from "#app/identity/login-code/count-attempt.server.ts";
import type { LoginTryContext, RefusedTry } from "#app/identity/login-code/login-try.server.ts";
import { loginChallenges, SECOND_STEP } from "#app/identity/tables/login-challenges.ts";
import { hashRecoveryCode } from "./recovery-code.ts";
import { seal, unseal } from "./sealed.server.ts";
import type { SecondStepCode } from "./second-step.schema.ts";
import { recoveryCodes, secondSteps } from "./second-steps.table.ts";
import { timeStepOf } from "./totp.server.ts";

/** A challenge for a code: a pending sign-in, or a form of a signed-in user. */
export interface SecondStepChallenge {
  id: string;
  userId: string;
  email: string;
  deviceId: string | SQL | null;
}

/** Why a code was rejected. */
export type RejectedStep =
  | RefusedTry
  /** `remaining`: how many tries are left. */
  | { outcome: "wrong"; remaining: number }
  | { outcome: "wrong-recovery-code" }
  /** The code was valid, but was already used. */
  | { outcome: "used" }
  | { outcome: "expired" }
  | { outcome: "too-many-attempts" }
  | { outcome: "too-many-failures"; retryAfterSeconds: number };

/**
 * A valid code. It is not used up yet: {@link spendCode} does that in a batch. `sealed`: the encrypted secret
 * against which the code was checked.
 */
type RightCode =
  | { kind: "app"; timeStep: number; sealed: string; sealedAnew: string }
  | { kind: "recovery"; codeHash: string };

/** SQL: whether a challenge of a user waits for a code. This does not check the limits. */
const openStep = ({ id, userId }: Pick<SecondStepChallenge, "id" | "userId">, now: number) =>
  and(
    eq(loginChallenges.id, id),
    eq(loginChallenges.purpose, SECOND_STEP),
    eq(loginChallenges.userId, userId),
    gt(loginChallenges.expiresAt, now),
    isNull(loginChallenges.consumedAt),
    isNull(loginChallenges.replacedAt),
  );

/**
 * Checks a code. A try with an app's code is counted before it is compared. Recovery codes can't be guessed, so they
 * have no such limit, and still work for a user whose tries are used up.
 *
 * This function does not use up the code. The caller's batch must begin with {@link spendCode}.
 */
export async function checkSecondStep(
  login: LoginTryContext,
  challenge: SecondStepChallenge,
  typed: SecondStepCode,
): Promise<{ right: RightCode } | RejectedStep> {
  const { db, settings, now, guard, countFailure } = login;
  const { userId } = challenge;
  const refused = await guard();
  if (refused) return refused;
  if (typed.kind === "recovery") {
    const codeHash = await hashRecoveryCode(userId, typed.code);
    const [unused] = await db
      .select({ codeHash: recoveryCodes.codeHash })
      .from(recoveryCodes)
      .where(isUnused(userId, codeHash));
    if (unused) return { right: { kind: "recovery", codeHash } };
    countFailure();
    return { outcome: "wrong-recovery-code" };
  }
  const counted = await countAttempt(login, openStep(challenge, now), {
    ...challenge,
    purpose: SECOND_STEP,
  });
  if (!counted.ok) return counted.rejected;
  const [step] = await db
    .select({ sealed: secondSteps.sealed })
    .from(secondSteps)
    .where(and(eq(secondSteps.userId, userId), isNotNull(secondSteps.switchedOnAt)));
  if (!step?.sealed) return { outcome: "expired" };
  const secret = await unseal(settings, step.sealed, userId);
  if (secret === null) {
    logError(
      "second step not decrypted",
      new Error("SECOND_STEP_SECRETS lacks the secret that encrypted it"),
    );
  }
  const timeStep = secret === null ? null : timeStepOf(secret, typed.code, now);
  if (secret === null || timeStep === null) {
    countFailure();
    return { outcome: "wrong", remaining: counted.remaining };
  }
  const sealedAnew = await seal(settings, secret, userId);
  return { right: { kind: "app", timeStep, sealed: step.sealed, sealedAnew } };
}

const isUnused = (userId: string, codeHash: string) =>
  and(eq(recoveryCodes.codeHash, codeHash), eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt));

/**
 * Statements that close a challenge and use up its code, for the batch of the action that the code confirms. Of two
 * requests with the same code, one closes its challenge; for the other, the code is already used.
 * @param winner the id of this request, or of the row that it creates
 * @param where a further condition for all statements
 * @returns `won`: SQL for whether this request has closed the challenge
 */
export function spendCode(
  db: Database,
  challenge: SecondStepChallenge,
  right: RightCode,
  winner: string,
  now: number,
  where?: SQL,
) {
  const { id, userId } = challenge;
  const usable =
    right.kind === "app"
      ? db
          .select({ userId: secondSteps.userId })
          .from(secondSteps)
          .where(
            and(
              eq(secondSteps.userId, userId),
              isNotNull(secondSteps.switchedOnAt),
              eq(secondSteps.sealed, right.sealed),
              lt(secondSteps.lastTimeStep, right.timeStep),
            ),
          )
      : db
          .select({ userId: recoveryCodes.userId })
          .from(recoveryCodes)
          .where(isUnused(userId, right.codeHash));
  const close = db
    .update(loginChallenges)
    .set({ consumedAt: now, sessionId: winner })
    .where(and(openStep(challenge, now), exists(usable), where))
    .returning({ id: loginChallenges.id });
  const won = exists(
    db
      .select({ id: loginChallenges.id })
      .from(loginChallenges)
      .where(and(eq(loginChallenges.id, id), eq(loginChallenges.sessionId, winner))),
  );
  const spend =
    right.kind === "app"
      ? db
          .update(secondSteps)
          .set({ lastTimeStep: right.timeStep, sealed: right.sealedAnew })
          .where(and(eq(secondSteps.userId, userId), won))
      : db
          .update(recoveryCodes)
          .set({ usedAt: now })
          .where(and(isUnused(userId, right.codeHash), won));
  return { close, spend, won };
}
