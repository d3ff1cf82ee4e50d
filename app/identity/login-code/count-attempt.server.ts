import { and, exists, lt, type SQL, sql } from "drizzle-orm";
import { signInPolicy } from "#app/identity/auth/sign-in-policy.server.ts";
import { loginChallenges } from "#app/identity/tables/login-challenges.ts";
import { type BudgetHolder, budgetOf, type LoginBudget } from "./login-budget.server.ts";
import type { LoginChallengeContext } from "./login-challenge.server.ts";
import { limitsOf, secondsUntilNextTry } from "./login-limits.server.ts";

/** Whether an attempt was counted, and how many are left; or why it was not. */
type CountedAttempt =
  | { ok: true; remaining: number }
  | {
      ok: false;
      rejected:
        | { outcome: "expired" }
        | { outcome: "too-many-attempts" }
        | { outcome: "too-many-failures"; retryAfterSeconds: number };
    };

/**
 * Counts an attempt at a challenge, before anything is compared. It is one conditional UPDATE, so the limits
 * hold under concurrent attempts.
 * @param open SQL: whether the challenge is open
 */
export async function countAttempt(
  { db, settings, now }: Pick<LoginChallengeContext, "db" | "settings" | "now">,
  open: SQL | undefined,
  holder: BudgetHolder,
): Promise<CountedAttempt> {
  const isShared = signInPolicy(settings).isShared(holder.email);
  const budget = budgetOf(db, holder, now);
  const recent = budget.as("recent");
  const limits = limitsOf(settings, holder.purpose);
  const hasTries = and(
    lt(recent.failuresInDay, limits.failures),
    lt(recent.allFailuresInDay, limits.allFailures),
  );
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
            : exists(db.select({ failuresInDay: recent.failuresInDay }).from(recent).where(hasTries)),
        ),
      )
      .returning({ attempts: loginChallenges.attempts }),
    budget,
  ]);
  const spent = used as LoginBudget;
  if (counted) {
    const remaining = Math.min(
      settings.LOGIN_CODE_ATTEMPTS - counted.attempts,
      limits.failures - spent.failuresInDay,
      limits.allFailures - spent.allFailuresInDay,
    );
    return { ok: true, remaining: Math.max(0, remaining) };
  }
  const [challenge] = await db
    .select({ attempts: loginChallenges.attempts })
    .from(loginChallenges)
    .where(open);
  if (!challenge) return { ok: false, rejected: { outcome: "expired" } };
  if (challenge.attempts >= settings.LOGIN_CODE_ATTEMPTS) {
    return { ok: false, rejected: { outcome: "too-many-attempts" } };
  }
  const retryAfterSeconds = secondsUntilNextTry(spent, limits, now);
  return { ok: false, rejected: { outcome: "too-many-failures", retryAfterSeconds } };
}
