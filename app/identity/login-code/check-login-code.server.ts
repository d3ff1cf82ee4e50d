import { sql } from "drizzle-orm";
import { signInPolicy } from "#app/identity/auth/sign-in-policy.server.ts";
import { loginChallenges } from "#app/identity/tables/login-challenges.ts";
import { countAttempt } from "./count-attempt.server.ts";
import { findCode } from "./kept-code.server.ts";
import { openChallenge } from "./login-challenge.server.ts";
import type { ProofOfAddress } from "./login-challenge.ts";
import { verifyLoginCode } from "./login-code-mac.server.ts";
import type { LoginTryContext, RefusedTry } from "./login-try.server.ts";

/** Why a code was rejected. */
export type UnprovenAddress =
  | RefusedTry
  /** `remaining`: how many attempts are left. */
  | { outcome: "wrong"; remaining: number }
  | { outcome: "expired" }
  | { outcome: "too-many-attempts" }
  | { outcome: "too-many-failures"; retryAfterSeconds: number };

/** A submitted code, six ASCII digits, and the challenge that it answers. */
export interface TypedCode {
  challengeId: string;
  code: string;
}

/**
 * Checks a login code. The attempt is counted before anything is compared. This doesn't consume a correct code. The
 * caller's batch must do so, together with its own change. If that batch finds the challenge closed, another request
 * was faster, so report the code as expired.
 *
 * @returns null if the code is correct
 */
export async function checkLoginCode(
  login: LoginTryContext,
  proof: ProofOfAddress,
  typed: TypedCode,
): Promise<UnprovenAddress | null> {
  const unproven = await checkLoginCodes(login, [{ proof, typed }]);
  return unproven?.attempt ?? null;
}

/** A submitted code, and what it must prove. */
interface Try {
  proof: ProofOfAddress;
  typed: TypedCode;
}

/**
 * Checks several codes that are only valid together, as checkLoginCode() does.
 *
 * The codes are read before an attempt is counted. If reading fails, or one of them is no longer stored, there is
 * nothing to compare, and no attempt is lost.
 *
 * @returns the first that was rejected; null if all are correct
 */
export async function checkLoginCodes(
  login: LoginTryContext,
  tries: [Try, ...Try[]],
): Promise<{ proof: ProofOfAddress; attempt: UnprovenAddress } | null> {
  const refused = await login.guard();
  if (refused) return { proof: tries[0].proof, attempt: refused };
  const stored = await Promise.all(tries.map(({ typed }) => findCode(login, typed.challengeId)));
  const missing = tries.find((_, n) => stored[n] === null);
  if (missing) return { proof: missing.proof, attempt: { outcome: "expired" } };
  for (const [n, { proof, typed }] of tries.entries()) {
    const attempt = await tryCode(login, proof, typed, stored[n] as string);
    if (attempt) return { proof, attempt };
  }
  return null;
}

async function tryCode(
  { db, settings, now, countFailure }: LoginTryContext,
  proof: ProofOfAddress,
  { challengeId, code }: TypedCode,
  stored: string,
): Promise<UnprovenAddress | null> {
  const open = openChallenge(challengeId, proof, now);
  const { email } = proof;
  // The browser whose budget the challenge was issued from.
  const deviceId = sql`(select device_id from ${loginChallenges} as tried where tried.id = ${challengeId})`;
  const counted = await countAttempt({ db, settings, now }, open, { ...proof, deviceId });
  if (!counted.ok) return counted.rejected;
  if (!(await verifyLoginCode(settings, challengeId, code, stored))) {
    if (!signInPolicy(settings).isShared(email)) countFailure();
    return { outcome: "wrong", remaining: counted.remaining };
  }
  return null;
}
