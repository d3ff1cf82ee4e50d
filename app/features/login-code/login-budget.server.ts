import { and, eq, gt, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { type CodePurpose, loginChallenges, SECOND_STEP } from "#app/db/schema.ts";
import { HOUR, SECOND } from "#app/lib/durations.ts";
import type { Settings } from "#app/settings.ts";
import { mailboxOf } from "./mailbox.ts";

/** How far back a budget looks, in milliseconds. Challenges must be kept this long. */
export const BUDGET_PERIOD = 24 * HOUR;

/** Why no code was issued, and after how many seconds to try again. */
export type LoginCodeRefusal = {
  reason: "too-soon" | "too-many-codes" | "too-many-failures" | "too-many-from-network";
  retryAfterSeconds: number;
};

/**
 * Whose codes for an address count together: those of one signed-in user for their own address, those of one browser
 * that has signed in to the address before, or those of all strangers. So a stranger's requests cost the owner's browser
 * nothing (docs/decisions/0031).
 */
export interface BudgetHolder {
  email: string;
  purpose: CodePurpose | typeof SECOND_STEP;
  userId: string | null;
  deviceId: string | SQL | null;
}

/**
 * How many times as much as one browser all browsers together may do that have signed in to an address, or to an
 * account for its second step. Who reads a mailbox can have as many known browsers as they like (docs/product.md, Numbers).
 */
const KNOWN_TOGETHER = { mails: 5, secondStep: 3 };

/** How much of its budget a holder has used. Times in milliseconds since 1970, or 0 for none. */
export interface LoginBudget {
  codesInHour: number;
  /** When the oldest code of the last hour was issued. */
  oldestInHour: number;
  /** When the latest code of the last day was issued. */
  latest: number;
  failuresInDay: number;
  /** When the oldest code with a failed try was issued. */
  oldestFailure: number;
  /** The same of all known browsers together; for any other holder, their own. */
  allCodesInHour: number;
  allOldestInHour: number;
  allFailuresInDay: number;
  allOldestFailure: number;
}

/** Selects the {@link LoginBudget} of a holder as one row. Reads the challenges of the address of the last day. */
export function budgetOf(db: Database, holder: BudgetHolder, now: number) {
  const { createdAt, attempts, consumedAt, withdrawnAt } = loginChallenges;
  const isOwn = sql`${loginChallenges.deviceId} is ${holder.deviceId}`;
  const inHour = sql`${createdAt} > ${now - HOUR} and ${withdrawnAt} is null`;
  // A link and a recovery code consume a challenge without a try: neither gives a wrong one back.
  const failures = sql`max(${attempts} - (${consumedAt} is not null), 0)`;
  const countIf = (condition: SQL) => sql<number>`count(case when ${condition} then 1 end)`;
  const oldestIf = (condition: SQL) =>
    sql<number>`coalesce(min(case when ${condition} then ${createdAt} end), 0)`;
  return db
    .select({
      codesInHour: countIf(sql`${isOwn} and ${inHour}`).as("codes_in_hour"),
      oldestInHour: oldestIf(sql`${isOwn} and ${inHour}`).as("oldest_in_hour"),
      latest: sql<number>`coalesce(max(case when ${isOwn} then ${createdAt} end), 0)`.as("latest"),
      failuresInDay: sql<number>`coalesce(sum(case when ${isOwn} then ${failures} end), 0)`.as(
        "failures_in_day",
      ),
      oldestFailure: oldestIf(sql`${isOwn} and ${failures} > 0`).as("oldest_failure"),
      allCodesInHour: countIf(inHour).as("all_codes_in_hour"),
      allOldestInHour: oldestIf(inHour).as("all_oldest_in_hour"),
      allFailuresInDay: sql<number>`coalesce(sum(${failures}), 0)`.as("all_failures_in_day"),
      allOldestFailure: oldestIf(sql`${failures} > 0`).as("all_oldest_failure"),
    })
    .from(loginChallenges)
    .where(and(gt(createdAt, now - BUDGET_PERIOD), countsFor(holder)));
}

/** The condition for the challenges that count towards a holder's budget. */
function countsFor({ email, purpose, userId, deviceId }: BudgetHolder): SQL | undefined {
  const { mailbox } = loginChallenges;
  // Whoever claims an address is a stranger to its mailbox until they prove otherwise, so they share what strangers may
  // do. What the address's owner asked for in a known browser, or signed in, tells them nothing and costs them nothing.
  if (purpose === "change-email") {
    return and(
      eq(mailbox, mailboxOf(email)),
      isNull(loginChallenges.deviceId),
      or(isNull(loginChallenges.userId), eq(loginChallenges.purpose, "change-email")),
    );
  }
  const ofAddress = eq(loginChallenges.email, email);
  const isTagged = purpose === "sign-in" && email !== mailboxOf(email);
  return and(
    // Strangers share one budget for all tags of a mailbox. The address without a tag has its own: otherwise mails to the
    // tags would keep its owner out, as the link in each signs in to another address.
    isTagged
      ? and(
          eq(mailbox, mailboxOf(email)),
          ne(loginChallenges.email, mailbox),
          or(sql`${deviceId} is null`, ofAddress),
        )
      : ofAddress,
    // Codes of an app count apart from those of mails: otherwise a stranger who only knows the address could use up the
    // tries of the second step.
    (purpose === SECOND_STEP ? eq : ne)(loginChallenges.purpose, SECOND_STEP),
    sql`${loginChallenges.userId} is ${userId}`,
    // Of a known browser, those of all known ones.
    sql`(${loginChallenges.deviceId} is null) = (${deviceId} is null)`,
  );
}

/** How much a holder may use of its budget, and all known browsers of theirs. */
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
  const next = budget.latest + settings.LOGIN_CODE_INTERVAL_SECONDS * SECOND;
  if (next > now) return { reason: "too-soon", retryAfterSeconds: secondsUntil(next, now) };
  return { reason: "too-many-failures", retryAfterSeconds: secondsUntilNextTry(budget, limits, now) };
}

/** After how many seconds a holder who has used up the day's failures may try a code again. */
export function secondsUntilNextTry(budget: LoginBudget, limits: BudgetLimits, now: number): number {
  const oldest = Math.max(
    budget.failuresInDay >= limits.failures ? budget.oldestFailure : 0,
    budget.allFailuresInDay >= limits.allFailures ? budget.allOldestFailure : 0,
  );
  return secondsUntil(oldest + BUDGET_PERIOD, now);
}

const secondsUntil = (time: number, now: number) => Math.max(1, Math.ceil((time - now) / SECOND));
