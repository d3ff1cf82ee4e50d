import { and, lt, sql } from "drizzle-orm";
import { loginChallenges } from "#app/db/schema.ts";
import { signInPolicy } from "#app/features/demo/sign-in-policy.ts";
import { budgetOf, type LoginBudget, secondsUntilNextTry } from "./login-budget.server.ts";
import { kvKey, openChallenge } from "./login-challenge.server.ts";
import type { ProofOfAddress } from "./login-challenge.ts";
import { verifyLoginCode } from "./login-code-mac.server.ts";
import type { LoginTryContext, RefusedTry } from "./login-try.server.ts";

/** Why a code was rejected. */
export type UnprovenAddress =
  | RefusedTry
  /** `remaining`: how many tries are left. */
  | { outcome: "wrong"; remaining: number }
  | { outcome: "expired" }
  | { outcome: "too-many-attempts" }
  | { outcome: "too-many-failures"; retryAfterSeconds: number };

/**
 * Checks a login code. One conditional UPDATE counts the attempt before anything is compared, so the limits hold under
 * concurrent tries. This doesn't consume a correct code: the caller's batch must do so, together with its own change.
 * If that batch finds the challenge closed, another request was faster: report the code as expired.
 *
 * KV is read before the attempt is counted, so that an outage of KV costs no try.
 *
 * @param tried `code` is six ASCII digits
 * @returns null if the code is correct
 */
export async function checkLoginCode(
  { db, kv, settings, now, guard, countFailure }: LoginTryContext,
  proof: ProofOfAddress,
  { challengeId, code }: { challengeId: string; code: string },
): Promise<UnprovenAddress | null> {
  const refused = await guard();
  if (refused) return refused;
  const stored = await kv.get(kvKey(challengeId));
  const open = openChallenge(challengeId, proof, now);
  const { email, userId } = proof;
  // The budget that the challenge was issued from.
  const deviceId = sql`(select device_id from ${loginChallenges} as tried where tried.id = ${challengeId})`;
  const isShared = signInPolicy(settings).isShared(email);
  const budget = budgetOf(db, { email, userId, deviceId }, now);
  const recent = budget.as("recent");
  const [[counted], [used]] = await db.batch([
    db
      .update(loginChallenges)
      .set({ attempts: sql`${loginChallenges.attempts} + 1` })
      .where(
        and(
          open,
          lt(loginChallenges.attempts, settings.LOGIN_CODE_ATTEMPTS),
          isShared
            ? undefined
            : lt(
                db.select({ failuresInDay: recent.failuresInDay }).from(recent),
                settings.LOGIN_FAILURES_PER_DAY,
              ),
        ),
      )
      .returning({ attempts: loginChallenges.attempts }),
    budget,
  ]);

  if (!counted) {
    const [challenge] = await db
      .select({ attempts: loginChallenges.attempts })
      .from(loginChallenges)
      .where(open);
    if (!challenge) return { outcome: "expired" };
    if (challenge.attempts >= settings.LOGIN_CODE_ATTEMPTS) return { outcome: "too-many-attempts" };
    return { outcome: "too-many-failures", retryAfterSeconds: secondsUntilNextTry(used as LoginBudget, now) };
  }
  if (stored === null) return { outcome: "expired" };
  if (!(await verifyLoginCode(settings, challengeId, code, stored))) {
    if (!isShared) countFailure();
    const remainingToday = settings.LOGIN_FAILURES_PER_DAY - (used as LoginBudget).failuresInDay;
    return {
      outcome: "wrong",
      remaining: Math.max(0, Math.min(settings.LOGIN_CODE_ATTEMPTS - counted.attempts, remainingToday)),
    };
  }
  return null;
}
