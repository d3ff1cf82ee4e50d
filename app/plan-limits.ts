/**
 * What the worker does at most, by Cloudflare's plan (the setting WORKERS_PLAN). The sources, as of November 2026:
 *
 * - developers.cloudflare.com/workers/platform/limits: requests to other sites in one invocation, 50 or 10,000; six
 *   connections at a time; CPU time of a cron that runs more than once an hour, 10 ms or 30 seconds; 15 minutes in all;
 * - developers.cloudflare.com/d1/platform/limits: queries in one invocation, 50 or 1,000. We count each of a batch;
 * - developers.cloudflare.com/kv/platform/limits: writes of an account in one day (UTC), 1,000 or as many as one pays for.
 */
export const PLAN_LIMITS = {
  free: {
    // Notices: 2 queries, then 2 for each six. A change of address: 8, a reset: 13, and one to find them. Digests: one each, and
    // 4 for each six.
    eachRun: { notices: 24, emailChanges: 2, factorResets: 1, digests: 3 },
    // The rest of the account's 1,000 is for imports, and for what else the account runs.
    kvWritesADay: { loginCodes: 500, interruptedForms: 200 },
  },
  paid: {
    // 600 notices take 100 times five seconds at worst, 60 digests 10 times, and together some 400 of the 1,000 queries.
    eachRun: { notices: 600, emailChanges: 30, factorResets: 20, digests: 60 },
    kvWritesADay: { loginCodes: null, interruptedForms: null },
  },
} as const;
