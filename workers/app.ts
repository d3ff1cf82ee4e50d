import type {
  D1Database,
  ExecutionContext,
  KVNamespace,
  ScheduledController,
} from "@cloudflare/workers-types";
import { createRequestHandler, RouterContextProvider } from "react-router";
import {
  dbContext,
  platformContext,
  queryStatsContext,
  requestIdContext,
  settingsContext,
} from "../app/context.ts";
import { createDatabase } from "../app/db/client.server.ts";
import { QueryStats } from "../app/db/query-stats.ts";
import { purgeLoginChallenges } from "../app/features/auth/login-challenge.server.ts";
import { purgeSessions } from "../app/features/session/session.server.ts";
import { logError, logEvent } from "../app/lib/log.ts";
import { parseSettings, type Settings } from "../app/settings.ts";

/** The bindings of wrangler.toml, beside the settings. */
interface Env {
  DB: D1Database;
  KV: KVNamespace;
}

/** Settings given by the environment to `npm run dev`; elsewhere the runtime hands them over itself. */
declare const __SETTINGS_OF_DEV_SERVER__: Record<string, string>;

const handle = createRequestHandler(() => import("virtual:react-router/server-build"), import.meta.env.MODE);

let settings: Settings | undefined;

export default {
  async fetch(request: Request, env: Env, execution: ExecutionContext) {
    const requestId = crypto.randomUUID();
    try {
      settings ??= parseSettings({ ...env, ...__SETTINGS_OF_DEV_SERVER__ });
    } catch (error) {
      return refuse(error, requestId);
    }
    const stats = new QueryStats();
    const context = new RouterContextProvider();
    context.set(requestIdContext, requestId);
    context.set(settingsContext, settings);
    context.set(queryStatsContext, stats);
    context.set(dbContext, createDatabase(env.DB, stats));
    context.set(platformContext, {
      kv: env.KV,
      waitUntil: (promise) =>
        execution.waitUntil(promise.catch((error) => logError("background task failed", error, requestId))),
      country: countryOf(request),
      now: Date.now(),
    });
    return handle(request, context);
  },

  /** Once a day (the cron of wrangler.toml): deletes what has expired. */
  async scheduled(controller: ScheduledController, env: Env) {
    const db = createDatabase(env.DB, new QueryStats());
    const now = controller.scheduledTime;
    const [sessions, loginChallenges] = await Promise.all([
      purgeSessions(db, now),
      purgeLoginChallenges(db, now),
    ]);
    logEvent("purged", { sessions, loginChallenges });
  },
};

/** With bad settings the worker answers nothing else. */
function refuse(error: unknown, requestId: string): Response {
  logError("bad settings", error, requestId);
  return new Response(`${(error as Error).message}\nRequest ${requestId}\n`, {
    status: 500,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });
}

function countryOf(request: Request): string | null {
  const { cf } = request as { cf?: { country?: unknown } };
  return typeof cf?.country === "string" ? cf.country : null;
}
