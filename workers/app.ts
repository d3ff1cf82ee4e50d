import * as build from "virtual:react-router/server-build";
import { createRequestHandler, RouterContextProvider } from "react-router";
import {
  platformContext,
  queryStatsContext,
  refusalContext,
  replicatedDatabaseContext,
  requestIdContext,
  settingsContext,
} from "../app/context.ts";
import { purgeBudgets } from "../app/core/db/budget.server.ts";
import { createDatabase, type Database } from "../app/core/db/client.server.ts";
import { CARRY_OUT, PURGE } from "../app/core/db/cron.ts";
import { CronRun } from "../app/core/db/cron-runs.server.ts";
import { createKeyValueStore } from "../app/core/db/key-value.server.ts";
import { QueryStats } from "../app/core/db/query-stats.ts";
import { ReplicatedDatabase } from "../app/core/db/replicated-database.server.ts";
import { isBrowserError, takeBrowserError } from "../app/core/errors/browser-errors.server.ts";
import { isCspReport, takeCspReports } from "../app/core/errors/csp-reports.server.ts";
import { API_METHODS, isApi } from "../app/core/http/api-path.ts";
import { plainResponse } from "../app/core/http/plain-answer.server.ts";
import { receiveRequest } from "../app/core/http/receive-request.server.ts";
import { routableRequest } from "../app/core/http/routable-request.server.ts";
import { readTimeZoneCookie } from "../app/core/i18n/time-zone-cookie.ts";
import { purgeJobs } from "../app/core/jobs/run-jobs.server.ts";
import { logError, logEvent } from "../app/core/lib/log.ts";
import {
  carryOutEmailChanges,
  purgeEmailChanges,
} from "../app/identity/account/waiting-email-change.server.ts";
import { purgeAuditLog } from "../app/identity/audit/audit-retention.server.ts";
import { forgetUnprovenAddresses } from "../app/identity/audit/unproven-addresses.server.ts";
import { fillHooks } from "../app/identity/hooks/hooks.server.ts";
import { purgeLoginChallenges } from "../app/identity/login-code/login-challenge.server.ts";
import { purgeLoginFailures } from "../app/identity/login-code/login-failures.server.ts";
import { purgeNotices } from "../app/identity/notice/notice-email-job.server.ts";
import { purgeSessions } from "../app/identity/session/session.server.ts";
import { recomputeKeys, releaseEqualRows } from "../app/identity/stored-key/stored-keys.server.ts";
import { purgeDeletedRows } from "../app/identity/write/deleted-rows.server.ts";
import { PLAN_LIMITS } from "../app/plan-limits.ts";
import { parseSettings, type Settings } from "../app/settings.ts";
import { DUE, HOOKS, PURGES } from "../app/slices.server.ts";
import type { Bindings } from "./bindings.ts";
import { runAfterResponse, runDue } from "./jobs.ts";
import { emailChecks } from "./mail.ts";
import type { Worker } from "./worker.ts";

/** Settings that `npm run dev` takes from the environment; elsewhere the runtime passes them itself. */
declare const __SETTINGS_OF_DEV_SERVER__: Record<string, string>;

fillHooks(HOOKS);

// This passes the build itself, and not a function that returns it, because with a function, the framework would derive
// its route tree again for each request.
const handle = createRequestHandler(build, import.meta.env.MODE);

/** The methods that browsers use for pages and forms. */
const METHODS = ["GET", "HEAD", "POST"];

/**
 * D1's own limit for one call. If the cron has not run for some weeks, there may be much to delete.
 * Milliseconds.
 */
const PURGE_TIME_LIMIT = 30_000;

let known: Settings | undefined;

/** The settings, parsed once for the isolate's whole life. @throws {Error} if a setting is bad */
function readSettings(env: Bindings): Settings {
  known ??= parseSettings({ ...env, ...__SETTINGS_OF_DEV_SERVER__ });
  return known;
}

const worker: Worker = {
  async fetch(request, env, execution) {
    const requestId = crypto.randomUUID();
    // The framework would refuse any other method before the middleware runs, and without an explanation.
    const methods = isApi(new URL(request.url).pathname) ? API_METHODS : METHODS;
    if (!methods.includes(request.method)) {
      return plainResponse(request, requestId, {
        status: 405,
        text: `${request.method} is not possible here`,
        code: "METHOD_NOT_ALLOWED",
        headers: { Allow: methods.join(", ") },
      });
    }
    let settings: Settings;
    try {
      settings = readSettings(env);
    } catch (error) {
      // With bad settings, every request gets this response.
      logError("bad settings", error, requestId);
      return plainResponse(request, requestId, {
        status: 500,
        text: (error as Error).message,
        code: "UNKNOWN_ERROR",
      });
    }
    const url = new URL(request.url);
    if (!settings.LOCAL && url.protocol === "http:") {
      url.protocol = "https:";
      // The API does not redirect to https, because the program would keep sending its access token unencrypted (ASVS
      // 5.0, V4.1.2).
      if (isApi(url.pathname)) {
        return plainResponse(request, requestId, {
          status: 403,
          text: `Use ${url.origin}. Revoke an access token that was sent here: it was not encrypted.`,
          code: "HTTPS_REQUIRED",
        });
      }
      return plainResponse(request, requestId, {
        status: 308,
        text: `This site is at ${url.origin}`,
        headers: { Location: url.href },
      });
    }
    if (isBrowserError(request)) return takeBrowserError(request, requestId, Date.now());
    if (isCspReport(request)) return takeCspReports(request, requestId, Date.now());
    // Read the whole body before anything looks up the sender or reads the clock.
    const received = await receiveRequest(request);
    const stats = new QueryStats();
    let hasJobs = false;
    const inBackground = (task: (db: Database) => Promise<unknown>) => {
      // This starts in a later task, so that its work before the first await does not show in the response time.
      const begun = new Promise((resolve) => setTimeout(resolve)).then(() =>
        task(createDatabase(env.DB, new QueryStats())),
      );
      execution.waitUntil(begun.catch((error) => logError("background task failed", error, requestId)));
    };
    const now = Date.now();
    const context = new RouterContextProvider();
    context.set(requestIdContext, requestId);
    context.set(settingsContext, settings);
    context.set(refusalContext, { refusal: null });
    context.set(queryStatsContext, stats);
    context.set(replicatedDatabaseContext, new ReplicatedDatabase(env.DB, stats));
    context.set(platformContext, {
      kv: createKeyValueStore(env.KV),
      emailBinding: env.EMAIL,
      files: env.FILES,
      images: env.IMAGES,
      ...emailChecks(createDatabase(env.DB, stats), settings, now),
      origin: new URL(url.origin),
      inBackground,
      runJobs: () => {
        hasJobs = true;
      },
      clientAddress: request.headers.get("CF-Connecting-IP"),
      rateLimiters: {
        loginCodes: env.LOGIN_CODE_LIMITER,
        loginTries: env.LOGIN_TRY_LIMITER,
        api: env.API_LIMITER,
        writes: env.WRITE_LIMITER,
      },
      country: textOf(request, "country"),
      dataCentre: textOf(request, "colo"),
      openCache: () => caches.open("reads"),
      timeZone:
        readTimeZoneCookie(request.headers.get("Cookie"))?.zone ?? textOf(request, "timezone") ?? "UTC",
      now,
      bodyRefusal: received.refusal,
    });
    const response = await handle(routableRequest(received.request), context);
    if (hasJobs) inBackground(() => runAfterResponse(env, settings, now));
    if (response.headers.has("X-Request-Id")) return response;
    // For a route without a page, the framework answers an error without running the middleware.
    return plainResponse(request, requestId, {
      status: 500,
      text: "Something went wrong",
      code: "UNKNOWN_ERROR",
    });
  },

  /** Runs the jobs that an earlier run has left. The messages themselves carry no data. */
  async queue(_batch, env) {
    const stats = new QueryStats();
    const settings = readSettings(env);
    const db = createDatabase(env.DB, stats);
    await new CronRun().attempt("jobs failed", runDue(db, stats, env, settings, Date.now()));
  },

  /** Runs the tasks of one cron of wrangler.toml. */
  async scheduled({ cron, scheduledTime: now }, env) {
    const run = new CronRun();
    const stats = new QueryStats();
    switch (cron) {
      case CARRY_OUT:
        await carryOutWhatIsDue(run, stats, env, now);
        break;
      case PURGE:
        await purge(run, stats, env, now);
        break;
      default:
        return logError("unknown cron", new Error(`workers/app.ts has no case for "${cron}"`));
    }
    await run.note(createDatabase(env.DB, stats), cron, now);
  },
};

let reporting: Promise<Worker> | undefined;

/** The worker, reporting its errors to Sentry if SENTRY_DSN is set. The reporting code is loaded only then. */
function reportingWorker(env: Bindings): Promise<Worker> {
  reporting ??= (async () => {
    let settings: Settings;
    try {
      settings = readSettings(env);
    } catch {
      // The unwrapped worker reports the bad settings in each response.
      return worker;
    }
    if (!settings.SENTRY_DSN) return worker;
    const { reportingToSentry } = await import("./sentry.ts");
    return reportingToSentry(worker, settings);
  })();
  return reporting;
}

export default {
  fetch: async (...given) => (await reportingWorker(given[1])).fetch(...given),
  queue: async (...given) => (await reportingWorker(given[1])).queue(...given),
  scheduled: async (...given) => (await reportingWorker(given[1])).scheduled(...given),
} satisfies Worker;

/** Carries out due email changes and the slices' due tasks, then runs the jobs. */
async function carryOutWhatIsDue(run: CronRun, stats: QueryStats, env: Bindings, now: number): Promise<void> {
  const settings = readSettings(env);
  const { eachRun } = PLAN_LIMITS[settings.WORKERS_PLAN];
  const db = createDatabase(env.DB, stats);
  // The tasks run one after the other, because the earlier ones add jobs.
  const changing = carryOutEmailChanges(db, now, !settings.DEMO, eachRun.emailChanges);
  await run.attempt("email changes failed", changing);
  const due = { now, eachRun, settings, kv: createKeyValueStore(env.KV) };
  for (const { failure, carryOut } of DUE) await run.attempt(failure, carryOut(db, due));
  await run.attempt("jobs failed", runDue(db, stats, env, settings, now));
  // The last query records this run.
  const keyLimits = { steps: eachRun.keySteps, queriesLeft: () => eachRun.queries - 1 - stats.queries };
  const lookedAt = await run.attempt("keys failed", recomputeKeys(db, keyLimits));
  if (lookedAt && Object.keys(lookedAt).length > 0) logEvent("keys computed anew", lookedAt);
}

/** Deletes what has expired or grown old. */
async function purge(run: CronRun, stats: QueryStats, env: Bindings, now: number): Promise<void> {
  const settings = readSettings(env);
  const db = createDatabase(env.DB, stats, { timeLimit: PURGE_TIME_LIMIT });
  const purges = {
    sessions: purgeSessions(db, now, settings),
    loginChallenges: purgeLoginChallenges(db, now),
    loginFailures: purgeLoginFailures(db, now),
    budgets: purgeBudgets(db, now),
    deletedRows: purgeDeletedRows(db, now),
    auditEntries: purgeAuditLog(db, now, settings.AUDIT_LOG_DAYS),
    unprovenAddresses: forgetUnprovenAddresses(db, now),
    notices: purgeNotices(db, now),
    jobs: purgeJobs(db, now),
    emailChanges: purgeEmailChanges(db, now),
    ...Object.fromEntries(Object.entries(PURGES).map(([what, purge]) => [what, purge(db, now)])),
  };
  const deleted = await Promise.all(
    Object.entries(purges).map(async ([what, purge]) => [
      what,
      await run.attempt(`purge failed: ${what}`, purge),
    ]),
  );
  logEvent("purged", Object.fromEntries(deleted));
  const equal = await run.attempt("equal rows failed", releaseEqualRows(db));
  if (equal && Object.keys(equal).length > 0) logEvent("equal rows", equal);
}

/** What Cloudflare knows about where a request comes from; null if unknown. */
function textOf(request: Request, field: "country" | "timezone" | "colo"): string | null {
  const { cf } = request as { cf?: Record<string, unknown> };
  const value = cf?.[field];
  return typeof value === "string" ? value : null;
}
