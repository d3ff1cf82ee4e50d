/**
 * The limits of Cloudflare's plan (the setting WORKERS_PLAN), and the most that the worker does within them. The
 * sources, as of November 2026:
 *
 * - developers.cloudflare.com/workers/platform/limits: requests to other sites in one invocation, 50 or 10,000; six
 *   connections at a time; CPU time of a cron that runs more than once an hour, 10 ms or 30 seconds; 15 minutes in all;
 * - developers.cloudflare.com/d1/platform/limits: queries in one invocation, 50 or 1,000. We count each of a batch;
 * - the same page: size of a database, 500 MB or 10 GB;
 * - developers.cloudflare.com/kv/platform/limits: writes of an account in one day (UTC), 1,000 or as many as you pay
 *   for.
 */
export const PLAN_LIMITS = {
  free: {
    // A change of address takes 8 queries, a reset 13, plus 1 query each to find what is due. Jobs take the remaining
    // queries; the CPU time is enough for about 24 emails, and for the keys of a step of 250 rows (docs/decisions/0061).
    eachRun: { queries: 50, jobs: 24, emailChanges: 2, factorResets: 1, regularEmails: 1000, keySteps: 1 },
    databaseBytes: 500_000_000,
    // The rest of the account's 1,000 is for imports, and for other workers of the account.
    kvWritesADay: { loginCodes: 500, interruptedForms: 200 },
  },
  paid: {
    // 600 emails, six at a time, take at worst 100 times five seconds.
    eachRun: {
      queries: 1000,
      jobs: 600,
      emailChanges: 30,
      factorResets: 20,
      regularEmails: 10_000,
      keySteps: 8,
    },
    databaseBytes: 10_000_000_000,
    kvWritesADay: { loginCodes: null, interruptedForms: null },
  },
} as const;
