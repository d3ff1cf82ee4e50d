import { and, lt, sql } from "drizzle-orm";
import { loginChallenges } from "#app/db/schema.ts";
import { signInPolicy } from "#app/features/demo/sign-in-policy.ts";
import { budgetOf, type LoginBudget } from "./login-budget.server.ts";
import { kvKey, type LoginChallengeContext, openChallenge } from "./login-challenge.server.ts";
import type { ProofOfAddress } from "./login-challenge.ts";
import { verifyLoginCode } from "./login-code-mac.server.ts";

/** Why a code was rejected. */
export type UnprovenAddress =
  /** `remaining`: how many tries are left. */
  | { outcome: "wrong"; remaining: number }
  | { outcome: "expired" }
  | { outcome: "too-many-attempts" }
  | { outcome: "too-many-failures" };

/**
 * Checks a login code. One conditional UPDATE counts the attempt before anything is compared, so the limits hold under
 * concurrent tries. This doesn't consume a correct code: the caller's batch must do so, together with its own change.
 * If that batch finds the challenge closed, another request was faster: report the code as expired.
 *
 * @param tried `code` is six ASCII digits
 * @returns null if the code is correct
 */
export async function checkLoginCode(
  { db, kv, settings, now }: LoginChallengeContext,
  proof: ProofOfAddress,
  { challengeId, code }: { challengeId: string; code: string },
): Promise<UnprovenAddress | null> {
  const open = openChallenge(challengeId, proof, now);
  const recent = budgetOf(db, proof.email, now).as("recent");
  const [stored, [[counted], [used]]] = await Promise.all([
    kv.get(kvKey(challengeId)),
    db.batch([
      db
        .update(loginChallenges)
        .set({ attempts: sql`${loginChallenges.attempts} + 1` })
        .where(
          and(
            open,
            lt(loginChallenges.attempts, settings.LOGIN_CODE_ATTEMPTS),
            !signInPolicy(settings).isShared(proof.email)
              ? lt(
                  db.select({ failuresInDay: recent.failuresInDay }).from(recent),
                  settings.LOGIN_FAILURES_PER_DAY,
                )
              : undefined,
          ),
        )
        .returning({ attempts: loginChallenges.attempts }),
      budgetOf(db, proof.email, now),
    ]),
  ]);

  if (!counted) {
    const [challenge] = await db
      .select({ attempts: loginChallenges.attempts })
      .from(loginChallenges)
      .where(open);
    if (!challenge) return { outcome: "expired" };
    const triedOut = challenge.attempts >= settings.LOGIN_CODE_ATTEMPTS;
    return { outcome: triedOut ? "too-many-attempts" : "too-many-failures" };
  }
  if (stored === null) return { outcome: "expired" };
  if (!(await verifyLoginCode(settings, challengeId, code, stored))) {
    const remainingToday = settings.LOGIN_FAILURES_PER_DAY - (used as LoginBudget).failuresInDay;
    return {
      outcome: "wrong",
      remaining: Math.min(settings.LOGIN_CODE_ATTEMPTS - counted.attempts, remainingToday),
    };
  }
  return null;
}
