import { and, lt, sql } from "drizzle-orm";
import { loginChallenges } from "#app/db/schema.ts";
import { signInPolicy } from "#app/features/demo/sign-in-policy.ts";
import { budgetOf, type LoginBudget } from "./login-budget.server.ts";
import { kvKey, type LoginChallengeContext, openChallenge } from "./login-challenge.server.ts";
import type { ProofOfAddress } from "./login-challenge.ts";
import { verifyLoginCode } from "./login-code-mac.server.ts";

/** Why a code proves nothing. */
export type UnprovenAddress =
  /** `remaining`: tries that are left for this code. */
  | { outcome: "wrong"; remaining: number }
  | { outcome: "expired" }
  | { outcome: "too-many-attempts" }
  | { outcome: "too-many-failures" };

/**
 * Whether a code is the right one. The attempt is counted before anything is compared, by one conditional UPDATE, so
 * the limits hold however many tries race. A right code is still to be consumed, by the batch that does what it was
 * asked for: whoever finds the challenge closed there has lost a race, and is to be told that the code has expired.
 *
 * @param tried `code` is six ASCII digits
 * @returns null where it is right
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
