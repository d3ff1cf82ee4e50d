import type { MiddlewareFunction } from "react-router";
import {
  i18nContext,
  queryStatsContext,
  refusalContext,
  requestIdContext,
  settingsContext,
} from "#app/context.ts";
import { logRequest } from "#app/core/lib/log.ts";

/**
 * The outermost middleware. It gives each response its request id, the code of any refusal and its Retry-After and, if
 * the setting is on, timings and query counts. It writes one log line, without the query, which may contain addresses
 * and search terms.
 */
export const observe: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const start = performance.now();
  const response = await next();
  const requestId = context.get(requestIdContext);
  const stats = context.get(queryStatsContext);
  const milliseconds = Math.round((performance.now() - start) * 10) / 10;

  response.headers.set("X-Request-Id", requestId);
  const { refusal } = context.get(refusalContext);
  if (refusal) response.headers.set("X-Error-Code", refusal.code);
  if (refusal?.retryAfterSeconds !== undefined) {
    response.headers.set("Retry-After", String(refusal.retryAfterSeconds));
  }
  if (context.get(settingsContext).SERVER_TIMING) {
    response.headers.set(
      "Server-Timing",
      [
        `db;dur=${stats.milliseconds.toFixed(1)}`,
        `db-queries;desc="${stats.queries}"`,
        `db-round-trips;desc="${stats.roundTrips}"`,
        `db-rows-read;desc="${stats.rowsRead}"`,
        `db-rows-written;desc="${stats.rowsWritten}"`,
        // D1 does not report whether it waited for the bookmark, only which database answered.
        ...(stats.queries > 0 ? [`db-start;desc="${stats.start}"`] : []),
        ...(stats.regions.size > 0 ? [`db-regions;desc="${[...stats.regions].join(" ")}"`] : []),
        `total;dur=${milliseconds}`,
      ].join(", "),
    );
  }
  // The only response header that script can read after the router's requests. The error page shows the id.
  if (response.status >= 400) response.headers.append("Server-Timing", `request;desc="${requestId}"`);
  logRequest({
    requestId,
    method: request.method,
    path: url.pathname,
    status: response.status,
    milliseconds,
    ...(refusal && { code: refusal.code }),
    language: context.get(i18nContext).language,
    db: { queries: stats.queries, roundTrips: stats.roundTrips, rowsRead: stats.rowsRead },
  });
  return response;
};
