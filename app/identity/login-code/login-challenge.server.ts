import { and, eq, gt, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/core/db/client.server.ts";
import { deleteRows } from "#app/core/db/delete-rows.server.ts";
import type { KeyValueStore } from "#app/core/db/key-value.server.ts";
import { MINUTE } from "#app/core/lib/durations.ts";
import { loginChallenges } from "#app/identity/tables/login-challenges.ts";
import type { Settings } from "#app/settings.ts";
import { BUDGET_PERIOD } from "./login-budget.server.ts";
import type { ProofOfAddress } from "./login-challenge.ts";

/** The dependencies of issuing and checking a code. */
export interface LoginChallengeContext {
  db: Database;
  kv: KeyValueStore;
  settings: Settings;
  /** Milliseconds since 1970. */
  now: number;
}

/** Deletes the challenges that are too old to count in any budget. @returns how many */
export async function purgeLoginChallenges(db: Database, now: number): Promise<number> {
  return deleteRows(db, loginChallenges, lte(loginChallenges.createdAt, now - BUDGET_PERIOD));
}

/** SQL: whether a challenge's code is open: not expired, consumed or replaced. Doesn't check the limits. */
export const openChallenge = (challengeId: string, proof: ProofOfAddress, now: number) =>
  and(
    eq(loginChallenges.id, challengeId),
    eq(loginChallenges.email, proof.email),
    eq(loginChallenges.purpose, proof.purpose),
    sql`${loginChallenges.userId} is ${proof.userId}`,
    gt(loginChallenges.expiresAt, now),
    isNull(loginChallenges.consumedAt),
    isNull(loginChallenges.replacedAt),
  );

/** The longest that a code is valid, in milliseconds: the maximum of LOGIN_CODE_MINUTES. */
const LONGEST_VALIDITY = 10 * MINUTE;

/** A statement that closes the open challenges that a user has requested, such as the one to delete their account. */
export const closeChallengesOf = (db: Database, userId: SQL, now: number) =>
  db
    .update(loginChallenges)
    .set({ replacedAt: now })
    .where(
      and(
        // The index on createdAt finds these; there is none by user.
        gt(loginChallenges.createdAt, now - LONGEST_VALIDITY),
        eq(loginChallenges.userId, userId),
        isNull(loginChallenges.consumedAt),
        isNull(loginChallenges.replacedAt),
      ),
    );
