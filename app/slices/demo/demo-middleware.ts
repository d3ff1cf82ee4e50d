import type { MiddlewareFunction } from "react-router";
import { dbContext, requestIdContext, settingsContext } from "#app/context.ts";
import { isApi } from "#app/core/http/api-path.ts";
import { isSafe } from "#app/core/http/safe-methods.ts";
import { logError } from "#app/core/lib/log.ts";
import { isAllowedInDemo, refusedInDemo } from "./demo.server.ts";
import { isDemoDatabase, NOT_A_DEMO } from "./demo-mark.server.ts";

/**
 * Keeps the demo read-only: refuses (403) every unsafe request except the few that change no product data. The API
 * refuses them itself, in its own format. On a database that is not marked as the demo's, every request fails, as with
 * bad settings.
 */
export const demo: MiddlewareFunction<Response> = async ({ request, url, pattern, context }, next) => {
  if (!context.get(settingsContext).DEMO) return next();
  if (!(await isDemoDatabase(context.get(dbContext)))) {
    logError("bad settings", NOT_A_DEMO, context.get(requestIdContext));
    return new Response(`${NOT_A_DEMO}\nRequest ${context.get(requestIdContext)}\n`, {
      status: 500,
      headers: { "Content-Type": "text/plain; charset=utf-8" },
    });
  }
  if (!isSafe(request) && !isApi(pattern) && !isAllowedInDemo(url.pathname)) throw refusedInDemo(context);
  return next();
};
