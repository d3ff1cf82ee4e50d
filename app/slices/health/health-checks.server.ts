import { and, asc, eq, gt, isNotNull, isNull, lte, max, sql } from "drizzle-orm";
import { href } from "react-router";
import type { Database } from "#app/core/db/client.server.ts";
import { CARRY_OUT, PURGE } from "#app/core/db/cron.ts";
import { cronRuns } from "#app/core/db/tables/cron-runs.ts";
import { jobs } from "#app/core/db/tables/jobs.ts";
import { mailFailuresToday } from "#app/core/email/mail-failures.server.ts";
import { DAY, HOUR, MINUTE } from "#app/core/lib/durations.ts";
import { MAX_RESULTS_COUNTED } from "#app/core/lists/max-results.ts";
import { loginFailures } from "#app/identity/tables/login-failures.ts";
import { PLAN_LIMITS } from "#app/plan-limits.ts";
import type { HealthCheck, Reading } from "./health-check.ts";

/** The most failed emails in a day that need no attention. Services refuse an email now and then. */
const MAIL_FAILURES = 20;
/** The share of the plan's storage that the database may use. The rest leaves administrators time to act. */
const DATABASE_SHARE = 0.8;

const JOBS_PAGE = { path: href("/manager/jobs"), permission: "health:jobs.list" } as const;

const lastRun = async (db: Database, cron: string, most: number): ReturnType<HealthCheck["read"]> => {
  const [run] = await db.select().from(cronRuns).where(eq(cronRuns.cron, cron));
  return { kind: "age", value: run?.ranAt ?? null, most, failed: run?.failed ?? [] };
};

/** All checks. Their texts are in locales/<language>/health.json. */
export const HEALTH_CHECKS: readonly HealthCheck[] = [
  {
    label: "health:carryOut.label",
    advice: "health:carryOut.advice",
    // The demo does not run this cron.
    isThere: (settings) => !settings.DEMO,
    read: (db) => lastRun(db, CARRY_OUT, 45 * MINUTE),
  },
  {
    label: "health:purge.label",
    advice: "health:purge.advice",
    read: (db) => lastRun(db, PURGE, 26 * HOUR),
  },
  {
    label: "health:lateJobs.label",
    advice: "health:lateJobs.advice",
    more: JOBS_PAGE,
    async read(db, _settings, now): Promise<Reading> {
      const [oldest] = await db
        .select({ dueAt: jobs.nextAttemptAt })
        .from(jobs)
        .where(and(isNull(jobs.givenUpAt), lte(jobs.nextAttemptAt, now)))
        .orderBy(asc(jobs.nextAttemptAt))
        .limit(1);
      return { kind: "duration", value: now - (oldest?.dueAt ?? now), most: HOUR };
    },
  },
  {
    label: "health:givenUpJobs.label",
    advice: "health:givenUpJobs.advice",
    more: JOBS_PAGE,
    async read(db): Promise<Reading> {
      const some = db
        .select({ id: jobs.id })
        .from(jobs)
        .where(isNotNull(jobs.givenUpAt))
        .limit(MAX_RESULTS_COUNTED);
      return { kind: "count", value: await db.$count(some), most: 0 };
    },
  },
  {
    label: "health:mailFailures.label",
    advice: "health:mailFailures.advice",
    read: async (db, _settings, now): Promise<Reading> => ({
      kind: "count",
      value: await mailFailuresToday(db, now),
      most: MAIL_FAILURES,
    }),
  },
  {
    label: "health:loginFailures.label",
    advice: "health:loginFailures.advice",
    async read(db, { LOGIN_FAILURES_ALARM }, now): Promise<Reading> {
      const [most] = await db
        .select({ value: max(loginFailures.value) })
        .from(loginFailures)
        .where(gt(loginFailures.hour, Math.floor((now - DAY) / HOUR)));
      return { kind: "count", value: most?.value ?? 0, most: LOGIN_FAILURES_ALARM - 1 };
    },
  },
  {
    label: "health:database.label",
    advice: "health:database.advice",
    async read(db, { WORKERS_PLAN }): Promise<Reading> {
      const { meta } = await db.run(sql`select 1 as one`);
      const most = PLAN_LIMITS[WORKERS_PLAN].databaseBytes * DATABASE_SHARE;
      return { kind: "bytes", value: meta.size_after, most };
    },
  },
];

/** Whether a result is within its limit. */
export function isWell(reading: Awaited<ReturnType<HealthCheck["read"]>>, now: number): boolean {
  if (reading.failed && reading.failed.length > 0) return false;
  if (reading.kind === "age") return reading.value !== null && now - reading.value <= reading.most;
  return reading.value <= reading.most;
}
