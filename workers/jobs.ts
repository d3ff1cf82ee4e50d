import { createDatabase, type Database } from "../app/core/db/client.server.ts";
import { createKeyValueStore } from "../app/core/db/key-value.server.ts";
import { QueryStats } from "../app/core/db/query-stats.ts";
import { type JobRun, runDueJobs, runJobsOf } from "../app/core/jobs/run-jobs.server.ts";
import { logError, logEvent } from "../app/core/lib/log.ts";
import { JOBS } from "../app/jobs.server.ts";
import { PLAN_LIMITS } from "../app/plan-limits.ts";
import type { Settings } from "../app/settings.ts";
import type { Bindings } from "./bindings.ts";
import { emailChecks } from "./mail.ts";

/** How many queries follow the jobs: one, which records that the cron has run. */
const QUERIES_AFTER = 1;

/**
 * The limits for jobs that run right after a response. In the few seconds that the platform allows, they can send few
 * emails and make few queries.
 */
const AFTER_RESPONSE = { tries: 6, queries: 48 };

/** Runs the jobs that a request has added, as many as fit after its response. The queue runs the rest. */
export async function runAfterResponse(env: Bindings, settings: Settings, now: number): Promise<void> {
  const stats = new QueryStats();
  const own = createDatabase(env.DB, stats);
  const limits = { tries: AFTER_RESPONSE.tries, queriesLeft: () => AFTER_RESPONSE.queries - stats.queries };
  await wakeFor(env, await runJobsOf(own, JOBS, runtimeOf(own, env, settings, now), limits));
}

/**
 * Runs the jobs that are due, in a run of the cron or of the queue.
 * @param db counts its queries in `stats`, together with those that this invocation has made already
 */
export async function runDue(
  db: Database,
  stats: QueryStats,
  env: Bindings,
  settings: Settings,
  now: number,
): Promise<void> {
  const { queries, jobs } = PLAN_LIMITS[settings.WORKERS_PLAN].eachRun;
  const run = await runDueJobs(db, JOBS, runtimeOf(db, env, settings, now), {
    tries: jobs,
    queriesLeft: () => queries - QUERIES_AFTER - stats.queries,
  });
  if (run.done + run.failed > 0) logEvent("jobs", { ...run, queries: stats.queries });
  await wakeFor(env, run);
}

const runtimeOf = (db: Database, env: Bindings, settings: Settings, now: number) => ({
  settings,
  kv: createKeyValueStore(env.KV),
  emailBinding: env.EMAIL,
  files: env.FILES,
  ...emailChecks(db, settings, now),
  now,
});

/** Lets the queue continue where a run has stopped. Without a queue, the next run of the cron continues. */
async function wakeFor(env: Bindings, { hasMore }: JobRun): Promise<void> {
  if (!hasMore) return;
  try {
    await env.JOBS?.send({});
  } catch (error) {
    logError("queue failed", error);
  }
}
