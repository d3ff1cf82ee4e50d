import type { KVNamespace } from "@cloudflare/workers-types";
import { and, eq, gt, isNull, lte, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { loginChallenges } from "#app/db/schema.ts";
import type { Settings } from "#app/settings.ts";
import { BUDGET_PERIOD } from "./login-budget.server.ts";
import type { ProofOfAddress } from "./login-challenge.ts";

/** What issuing and trying a code work with. */
export interface LoginChallengeContext {
  db: Database;
  kv: KVNamespace;
  settings: Settings;
  /** Milliseconds since 1970. */
  now: number;
}

/** Deletes challenges that are older than every budget looks back. @returns how many */
export async function purgeLoginChallenges(db: Database, now: number): Promise<number> {
  const { meta } = await db
    .delete(loginChallenges)
    .where(lte(loginChallenges.createdAt, now - BUDGET_PERIOD));
  return meta.changes;
}

/** A challenge whose code can still be tried, as far as its own state tells. */
export const openChallenge = (challengeId: string, proof: ProofOfAddress, now: number) =>
  and(
    eq(loginChallenges.id, challengeId),
    challengesFor(proof),
    gt(loginChallenges.expiresAt, now),
    isNull(loginChallenges.consumedAt),
    isNull(loginChallenges.replacedAt),
  );

/** The challenges that were issued for the same thing. */
export const challengesFor = ({ email, purpose, userId }: ProofOfAddress) =>
  and(
    eq(loginChallenges.email, email),
    eq(loginChallenges.purpose, purpose),
    sql`${loginChallenges.userId} is ${userId}`,
  );

/** Where KV keeps the HMAC of a challenge's code. */
export const kvKey = (challengeId: string) => `login-code:${challengeId}`;
