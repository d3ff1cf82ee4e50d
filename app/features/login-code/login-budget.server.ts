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
}

/** Selects the {@link LoginBudget} of a holder as one row. Reads the challenges of the address of the last day. */
export function budgetOf(db: Database, holder: BudgetHolder, now: number) {
  const { createdAt, attempts, consumedAt, withdrawnAt } = loginChallenges;
  const failures = sql`${attempts} - (${consumedAt} is not null)`;
  const inHour = sql`${createdAt} > ${now - HOUR} and ${withdrawnAt} is null`;
  return db
    .select({
      codesInHour: sql<number>`count(case when ${inHour} then 1 end)`.as("codes_in_hour"),
      oldestInHour: sql<number>`coalesce(min(case when ${inHour} then ${createdAt} end), 0)`.as(
        "oldest_in_hour",
      ),
      latest: sql<number>`coalesce(max(${createdAt}), 0)`.as("latest"),
      failuresInDay: sql<number>`coalesce(sum(${failures}), 0)`.as("failures_in_day"),
      oldestFailure: sql<number>`coalesce(min(case when ${failures} > 0 then ${createdAt} end), 0)`.as(
        "oldest_failure",
      ),
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
    sql`${loginChallenges.deviceId} is ${deviceId}`,
  );
}

/** Which limit was exceeded: the one with the longest wait, if several. */
export function exceededLimit(budget: LoginBudget, settings: Settings, now: number): LoginCodeRefusal {
  if (budget.codesInHour >= settings.LOGIN_CODES_PER_HOUR) {
    return { reason: "too-many-codes", retryAfterSeconds: secondsUntil(budget.oldestInHour + HOUR, now) };
  }
  const next = budget.latest + settings.LOGIN_CODE_INTERVAL_SECONDS * SECOND;
  if (next > now) return { reason: "too-soon", retryAfterSeconds: secondsUntil(next, now) };
  return { reason: "too-many-failures", retryAfterSeconds: secondsUntilNextTry(budget, now) };
}

/** After how many seconds a holder who has used up the day's failures may try a code again. */
export const secondsUntilNextTry = (budget: LoginBudget, now: number) =>
  secondsUntil(budget.oldestFailure + BUDGET_PERIOD, now);

const secondsUntil = (time: number, now: number) => Math.max(1, Math.ceil((time - now) / SECOND));
