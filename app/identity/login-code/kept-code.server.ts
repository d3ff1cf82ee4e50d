import { eq } from "drizzle-orm";
import { logError } from "#app/core/lib/log.ts";
import { loginChallenges } from "#app/identity/tables/login-challenges.ts";
import type { LoginChallengeContext } from "./login-challenge.server.ts";

// Where the HMAC of a challenge's code is: in KV, where it expires by itself, or in the challenge's row, when the plan has no
// more writes to KV today, or KV fails (docs/decisions/0060). Either is read once the challenge is known, and never counted.

/** The KV key of the HMAC of a challenge's code. */
const kvKey = (challengeId: string) => `login-code:${challengeId}`;

/**
 * Keeps the HMAC of a challenge's code.
 * @param mayUseKv whether KV has room for it today
 * @throws if neither KV nor D1 takes it
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
 * Finds the HMAC of a challenge's code, or null if it is not kept any more. D1 is asked only for what KV does not have.
 * @throws what KV threw, if D1 does not have it either
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
