import { sql } from "drizzle-orm";
import { loginChallenges } from "#app/db/schema.ts";
import { signInPolicy } from "#app/features/auth/sign-in-policy.ts";
import { countAttempt } from "./count-attempt.server.ts";
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
 * Checks a login code. The attempt is counted before anything is compared. This doesn't consume a correct code: the caller's
 * batch must do so, together with its own change. If that batch finds the challenge closed, another request was faster:
 * report the code as expired.
 *
 * KV is read before the attempt is counted: if it fails, or does not have the code, there is nothing to compare, and no try
 * is lost.
 *
 * @param code six ASCII digits
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
  if (stored === null) return { outcome: "expired" };
  const open = openChallenge(challengeId, proof, now);
  const { email } = proof;
  // The budget that the challenge was issued from.
  const deviceId = sql`(select device_id from ${loginChallenges} as tried where tried.id = ${challengeId})`;
  const counted = await countAttempt({ db, settings, now }, open, { ...proof, deviceId });
  if (!counted.ok) return counted.rejected;
  if (!(await verifyLoginCode(settings, challengeId, code, stored))) {
    if (!signInPolicy(settings).isShared(email)) countFailure();
    return { outcome: "wrong", remaining: counted.remaining };
  }
  return null;
}
