import { and, eq, gt, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/core/db/client.server.ts";
import { HOUR } from "#app/core/lib/durations.ts";
import { mailboxOf } from "#app/core/lib/mailbox.ts";
import { type CodePurpose, loginChallenges, SECOND_STEP } from "#app/identity/tables/login-challenges.ts";

/** How far back a budget looks, in milliseconds. Challenges must be kept this long. */
export const BUDGET_PERIOD = 24 * HOUR;

/**
 * Whose codes for an address share a budget. Codes that a signed-in user requests for their own address have
 * one budget. Codes of one browser that has signed in with the address before have another, and those of all
 * strangers a third. So a stranger's requests cost the owner's browser nothing (docs/decisions/0031).
 */
export interface BudgetHolder {
  email: string;
  purpose: CodePurpose | typeof SECOND_STEP;
  userId: string | null;
  deviceId: string | SQL | null;
}

/** How much of its budget a holder has used. Times are in milliseconds since 1970; 0 means never. */
export interface LoginBudget {
  codesInHour: number;
  /** When the oldest code of the last hour was issued. */
  oldestInHour: number;
  /** When the latest code of the last day was issued. */
  latest: number;
  failuresInDay: number;
  /** When the oldest code with a failed attempt was issued. */
  oldestFailure: number;
  /** The four fields from here count all known browsers together; for any other holder, only the holder. */
  allCodesInHour: number;
  allOldestInHour: number;
  allFailuresInDay: number;
  allOldestFailure: number;
}

/** Selects the {@link LoginBudget} of a holder as one row. Reads the last day's challenges for the address. */
export function budgetOf(db: Database, holder: BudgetHolder, now: number) {
  const { createdAt, attempts, consumedAt, withdrawnAt } = loginChallenges;
  const isOwn = sql`${loginChallenges.deviceId} is ${holder.deviceId}`;
  const inHour = sql`${createdAt} > ${now - HOUR} and ${withdrawnAt} is null`;
  // A link and a recovery code consume a challenge without an attempt, so they don't cancel out a wrong code.
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

/** SQL that finds the challenges that count towards a holder's budget. */
function countsFor({ email, purpose, userId, deviceId }: BudgetHolder): SQL | undefined {
  const { mailbox } = loginChallenges;
  // A user who enters a new address may not own its mailbox, so they share the budget of strangers. Codes that the
  // address's owner requested in a known browser or while signed in are not counted here: they reveal nothing to the
  // user and cost them nothing.
  if (purpose === "change-email") {
    return and(
      eq(mailbox, mailboxOf(email)),
      isNull(loginChallenges.deviceId),
      or(isNull(loginChallenges.userId), eq(loginChallenges.purpose, "change-email")),
    );
  }
  const ofAddress = eq(loginChallenges.email, email);
  const isOtherSpelling = purpose === "sign-in" && email !== mailboxOf(email);
  return and(
    // All other spellings of a mailbox's address share one budget for strangers. The address without a tag, and at
    // Gmail without dots, has its own. Otherwise emails to the other spellings, whose links sign in to other accounts,
    // would lock its owner out.
    isOtherSpelling
      ? and(
          eq(mailbox, mailboxOf(email)),
          ne(loginChallenges.email, mailbox),
          or(sql`${deviceId} is null`, ofAddress),
        )
      : ofAddress,
    // An app's codes count separately from emailed ones, because otherwise a stranger who only knows the address could
    // use up the attempts of the second step.
    purpose === SECOND_STEP
      ? eq(loginChallenges.purpose, SECOND_STEP)
      : ne(loginChallenges.purpose, SECOND_STEP),
    sql`${loginChallenges.userId} is ${userId}`,
    // For a known browser: the challenges of all known browsers.
    sql`(${loginChallenges.deviceId} is null) = (${deviceId} is null)`,
  );
}
