import { eq } from "drizzle-orm";
import { logError } from "#app/core/lib/log.ts";
import { loginChallenges } from "#app/identity/tables/login-challenges.ts";
import type { LoginChallengeContext } from "./login-challenge.server.ts";

// The HMAC of a challenge's code is stored in KV, where it expires by itself. If the plan has no more KV writes today,
// or KV fails, it is stored in the challenge's row (docs/decisions/0060). It is read by the challenge's id, and takes
// no part in counting.

/** The KV key of the HMAC of a challenge's code. */
const kvKey = (challengeId: string) => `login-code:${challengeId}`;

/**
 * Stores the HMAC of a challenge's code.
 * @param mayUseKv whether KV writes are left for today
 * @throws if neither KV nor D1 can store it
 */
export async function keepCode(
  { db, kv, settings }: Pick<LoginChallengeContext, "db" | "kv" | "settings">,
  challengeId: string,
  codeMac: string,
  mayUseKv: boolean,
): Promise<void> {
  if (mayUseKv) {
    try {
      await kv.put(kvKey(challengeId), codeMac, { expirationTtl: settings.LOGIN_CODE_MINUTES * 60 });
      return;
    } catch (error) {
      logError("login code not kept in KV", error);
    }
  }
  await db.update(loginChallenges).set({ codeMac }).where(eq(loginChallenges.id, challengeId));
}

/**
 * Finds the HMAC of a challenge's code; null if it is no longer stored. Asks D1 only if KV does not have it.
 * @throws KV's error, if D1 does not have it either
 */
export async function findCode(
  { db, kv }: Pick<LoginChallengeContext, "db" | "kv">,
  challengeId: string,
): Promise<string | null> {
  let failure: unknown;
  try {
    const codeMac = await kv.get(kvKey(challengeId));
    if (codeMac !== null) return codeMac;
  } catch (error) {
    failure = error;
  }
  const [row] = await db
    .select({ codeMac: loginChallenges.codeMac })
    .from(loginChallenges)
    .where(eq(loginChallenges.id, challengeId));
  if (row?.codeMac) return row.codeMac;
  if (failure) throw failure;
  return null;
}
