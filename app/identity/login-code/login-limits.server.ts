import { HOUR, SECOND } from "#app/core/lib/durations.ts";
import { SECOND_STEP } from "#app/identity/tables/login-challenges.ts";
import type { Settings } from "#app/settings.ts";
import { BUDGET_PERIOD, type BudgetHolder, type LoginBudget } from "./login-budget.server.ts";

/** Why no code was issued, and how many seconds to wait before trying again. */
export type LoginCodeRefusal = {
  reason: "too-soon" | "too-many-codes" | "too-many-failures" | "too-many-from-network";
  retryAfterSeconds: number;
};

/**
 * All known browsers together may use this many times the limit of one. A known browser has signed in with
 * the address or, for a second step, to the account. Anyone with access to a mailbox can have as many known
 * browsers as they like (docs/product.md, Numbers).
 */
const KNOWN_TOGETHER = { mails: 5, secondStep: 3 };

/** How much of its budget a holder may use, and how much all known browsers may use together. */
export interface BudgetLimits {
  codes: number;
  allCodes: number;
  failures: number;
  allFailures: number;
}

/** The limits of codes for a purpose. */
export function limitsOf(settings: Settings, purpose: BudgetHolder["purpose"]): BudgetLimits {
  const { LOGIN_CODES_PER_HOUR: codes, LOGIN_FAILURES_PER_DAY: failures } = settings;
  const times = purpose === SECOND_STEP ? KNOWN_TOGETHER.secondStep : KNOWN_TOGETHER.mails;
  return { codes, allCodes: codes * times, failures, allFailures: failures * times };
}

/** Which limit was exceeded: the one with the longest wait, if several. */
export function exceededLimit(
  budget: LoginBudget,
  limits: BudgetLimits,
  settings: Settings,
  now: number,
): LoginCodeRefusal {
  const oldest = Math.max(
    budget.codesInHour >= limits.codes ? budget.oldestInHour : 0,
    budget.allCodesInHour >= limits.allCodes ? budget.allOldestInHour : 0,
  );
  if (oldest > 0) return { reason: "too-many-codes", retryAfterSeconds: secondsUntil(oldest + HOUR, now) };
  const interval = settings.LOGIN_CODE_INTERVAL_SECONDS * SECOND;
  const next = budget.latest + interval;
  if (interval > 0 && next > now) return { reason: "too-soon", retryAfterSeconds: secondsUntil(next, now) };
  return { reason: "too-many-failures", retryAfterSeconds: secondsUntilNextTry(budget, limits, now) };
}

/** How many seconds a holder who has used up the day's failures must wait before trying a code again. */
export function secondsUntilNextTry(budget: LoginBudget, limits: BudgetLimits, now: number): number {
  const oldest = Math.max(
    budget.failuresInDay >= limits.failures ? budget.oldestFailure : 0,
    budget.allFailuresInDay >= limits.allFailures ? budget.allOldestFailure : 0,
  );
  return secondsUntil(oldest + BUDGET_PERIOD, now);
}

const secondsUntil = (time: number, now: number) => Math.max(1, Math.ceil((time - now) / SECOND));
