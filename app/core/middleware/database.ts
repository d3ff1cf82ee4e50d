import type { MiddlewareFunction } from "react-router";
import {
  dbContext,
  platformContext,
  queryStatsContext,
  replicatedDatabaseContext,
  sessionTokenContext,
} from "#app/context.ts";
import { isApi } from "#app/core/http/api-path.ts";
import {
  carryPosition,
  confirmedAtOf,
  dropPositions,
  readPositions,
  startOfRead,
} from "#app/core/http/bookmarks.server.ts";
import { isSafe } from "#app/core/http/safe-methods.ts";
import { ruled } from "#app/slices.ts";

/** The pages whose reads may lag behind the primary, by their paths in app/routes.ts. They show everyone the same. */
const MAY_LAG: readonly string[] = ["", "app", ...ruled("mayLag").flat()];

/**
 * Whether the reads of a route may lag behind the primary. All other routes sign people in, show personal data, or belong to the
 * manager, so they read the primary. A new page also does until it is listed.
 * @param pattern the route's path in app/routes.ts. The URL's path can be written in many ways, so it would not do.
 */
const mayLag = (pattern: string) => MAY_LAG.includes(pattern.replace(/^\//, ""));

/**
 * Opens the database: on the primary for most routes and for any request that may write, otherwise near the reader, but never
 * behind what their browser has written or read. Cookies store how far that is (docs/decisions/0035).
 */
export const database: MiddlewareFunction<Response> = async ({ request, pattern, context }, next) => {
  const replicated = context.get(replicatedDatabaseContext);
  const { now } = context.get(platformContext);
  const signedIn = context.get(sessionTokenContext) !== null;
  const positions = await readPositions(request, context);
  const lags = isSafe(request) && mayLag(pattern);
  context.set(dbContext, replicated.open(lags ? startOfRead(positions, signedIn, now) : "first-primary"));

  const response = await next();
  if (response.status >= 500) {
    // If a replica failed, the primary may work: the next request starts there.
    for (const line of await dropPositions(context, positions)) response.headers.append("Set-Cookie", line);
    return response;
  }
  // API clients keep no cookies, and the API reads the primary.
  if (isApi(pattern)) return response;
  const { bookmark } = replicated;
  if (bookmark === null) return response;
  const confirmedAt = replicated.hasAskedPrimary ? now : confirmedAtOf(positions);
  const wrote = context.get(queryStatsContext).rowsWritten > 0;
  const name = wrote ? "last-write" : "last-read";
  const carried = positions[name];
  const isNew = carried?.bookmark !== bookmark || carried.confirmedAt !== confirmedAt;
  if ((wrote || signedIn) && isNew) {
    response.headers.append("Set-Cookie", await carryPosition(context, name, { bookmark, confirmedAt }));
  }
  return response;
};
