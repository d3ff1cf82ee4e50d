import { and, eq, isNull, lt, lte, ne, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { insertFrom } from "#app/db/insert-from.server.ts";
import { loginChallenges, users } from "#app/db/schema.ts";
import { signInPolicy } from "#app/features/demo/sign-in-policy.ts";
import { randomToken } from "#app/lib/bytes.ts";
import { budgetOf, exceededLimit, type LoginBudget, type LoginCodeRefusal } from "./login-budget.server.ts";
import { challengesFor, kvKey, type LoginChallengeContext } from "./login-challenge.server.ts";
import type { ProofOfAddress } from "./login-challenge.ts";
import { drawLoginCode } from "./login-code.ts";
import { signLoginCode } from "./login-code-mac.server.ts";

const MINUTE = 60 * 1000;

/** An issued code. `known`: whether a user has the address. */
export interface IssuedLoginCode {
  challengeId: string;
  code: string;
  known: boolean;
}

/**
 * Issues a login code for an address, unless the address has used up its budget, which all purposes share. This
 * invalidates the previous code for the same purpose.
 *
 * One conditional INSERT checks the budget, so it holds under concurrent requests, and also for addresses without a
 * user. KV is written only after D1 has accepted: a refusal costs no KV write.
 */
export async function issueLoginCode(
  { db, kv, settings, now }: LoginChallengeContext,
  proof: ProofOfAddress,
): Promise<({ issued: true } & IssuedLoginCode) | ({ issued: false } & LoginCodeRefusal)> {
  const { email, purpose, userId } = proof;
  const budgeted = !signInPolicy(settings).isShared(email);
  const challengeId = randomToken(16);
  const expiresAt = now + settings.LOGIN_CODE_MINUTES * MINUTE;
  const budget = budgetOf(db, email, now);
  const recent = budget.as("recent");
  const withinBudget = budgeted
    ? and(
        lt(recent.codesInHour, settings.LOGIN_CODES_PER_HOUR),
        lte(recent.latest, now - settings.LOGIN_CODE_INTERVAL_SECONDS * 1000),
        lt(recent.failuresInDay, settings.LOGIN_FAILURES_PER_DAY),
      )
    : undefined;

  const [inserted, , [used], [user]] = await db.batch([
    insertFrom(
      db,
      loginChallenges,
      { id: challengeId, email, purpose, userId, createdAt: now, expiresAt },
      { from: recent, where: withinBudget },
    ).returning({ id: loginChallenges.id }),
    db
      .update(loginChallenges)
      .set({ replacedAt: now })
      .where(
        and(
          // Many people share this account, so several codes may be open at once.
          budgeted ? challengesFor(proof) : sql`false`,
          ne(loginChallenges.id, challengeId),
          isNull(loginChallenges.consumedAt),
          isNull(loginChallenges.replacedAt),
          sql`exists (select 1 from ${loginChallenges} as issued where issued.id = ${challengeId})`,
        ),
      ),
    budget,
    db.select({ id: users.id }).from(users).where(eq(users.email, email)),
  ]);

  if (inserted.length === 0) return { issued: false, ...exceededLimit(used as LoginBudget, settings, now) };
  const code = drawLoginCode();
  try {
    await kv.put(kvKey(challengeId), await signLoginCode(settings, challengeId, code), {
      expirationTtl: settings.LOGIN_CODE_MINUTES * 60,
    });
  } catch (error) {
    await withdrawLoginCode(db, challengeId, now);
    throw error;
  }
  return { issued: true, challengeId, code, known: user !== undefined };
}

/**
 * Withdraws a challenge whose code could not be delivered: it still counts for the interval between two codes, but not
 * for the hourly limit, and the code that it replaced works again.
 */
export async function withdrawLoginCode(db: Database, challengeId: string, now: number): Promise<void> {
  const withdrawn = db
    .select({ email: loginChallenges.email, createdAt: loginChallenges.createdAt })
    .from(loginChallenges)
    .where(eq(loginChallenges.id, challengeId))
    .as("withdrawn");
  await db.batch([
    db
      .update(loginChallenges)
      .set({ replacedAt: null })
      .where(sql`(${loginChallenges.email}, ${loginChallenges.replacedAt}) = ${db.select().from(withdrawn)}`),
    db
      .update(loginChallenges)
      .set({ withdrawnAt: now, replacedAt: now })
      .where(eq(loginChallenges.id, challengeId)),
  ]);
}
