import type { MiddlewareFunction } from "react-router";
import {
  claimsSinceContext,
  dbContext,
  platformContext,
  queryStatsContext,
  recentRoleContext,
  replicatedDatabaseContext,
  sessionTokenContext,
  settingsContext,
} from "#app/context.ts";
import { newestOf } from "#app/core/db/replicated-database.server.ts";
import { isApi } from "#app/core/http/api-path.ts";
import {
  carryPosition,
  confirmedAtOf,
  dropPositions,
  floorAt,
  type Position,
  readPositions,
  startOfRead,
} from "#app/core/http/bookmarks.server.ts";
import { isSafe } from "#app/core/http/safe-methods.ts";
import { scriptCookie } from "#app/core/http/script-cookie.ts";
import { cacheUseContext, forgetChangedReads } from "#app/core/read-cache/read-cached.server.ts";
import { can } from "#app/permissions.ts";
import { ruled } from "#app/slices.ts";

/**
 * The pages whose reads may lag behind the primary, by their paths in app/routes.ts. They look the same to everyone.
 */
const MAY_LAG: readonly string[] = ["", "app", ...ruled("mayLag").flat()];
/**
 * The pages that trust the cookie that says who the reader is, so that they need no database
 * (docs/decisions/0095).
 */
const TAKES_CLAIM: readonly string[] = ruled("takesClaim").flat();

/**
 * Whether the reads of a route may lag behind the primary. All other routes sign people in, show personal data, or
 * belong to the manager, so they read the primary. A new page also does until it is listed.
 * @param pattern the route's path in app/routes.ts. The URL's own path does not work here, because it can be written in
 *   many ways.
 */
const mayLag = (pattern: string) => MAY_LAG.includes(withoutSlash(pattern));

const withoutSlash = (pattern: string) => pattern.replace(/^\//, "");

/**
 * Opens the database: on the primary for most routes and for any request that may write, otherwise near the
 * reader. No read is older than what the reader's browser has written or read, which cookies store
 * (docs/decisions/0035).
 */
export const database: MiddlewareFunction<Response> = async ({ request, url, pattern, context }, next) => {
  const replicated = context.get(replicatedDatabaseContext);
  const { now, dataCentre } = context.get(platformContext);
  const signedIn = context.get(sessionTokenContext) !== null;
  const positions = await readPositions(request, context);
  const lags = isSafe(request) && mayLag(pattern);
  const start = lags ? startOfRead(positions, signedIn, now) : "first-primary";
  context.set(dbContext, replicated.open(start));
  const { "last-write": lastWrite, "last-read": lastRead } = positions;
  // The cache is not for people who may enter the manager, because they look at these pages for changes that were just
  // made.
  const isReader = signedIn && !can(context.get(recentRoleContext), "apps:manager");
  if (context.get(settingsContext).READ_CACHE && lags && isReader) {
    const written = lastWrite?.bookmark;
    context.set(cacheUseContext, {
      floors: {
        dataCentre: newestOf([written, floorAt(dataCentre, lastRead)]),
        isolate: newestOf([written, lastRead?.bookmark]),
      },
      start,
      confirmedAt: confirmedAtOf(positions),
    });
    if (TAKES_CLAIM.includes(withoutSlash(pattern)))
      context.set(claimsSinceContext, lastWrite?.writtenAt ?? 0);
  }

  const response = await next();
  forgetChangedReads(context);
  const script = context.get(cacheUseContext) && scriptCookie(request, url);
  if (script) response.headers.append("Set-Cookie", script);
  if (response.status >= 500) {
    // If a replica failed, the primary may still work, so the next request starts there.
    for (const line of await dropPositions(context, positions)) response.headers.append("Set-Cookie", line);
    // The request may have written before it failed. Claims from before a write must not be trusted.
    const writtenAt = isSafe(request) ? lastWrite?.writtenAt : Date.now();
    const bookmark = newestOf([replicated.bookmark, lastWrite?.bookmark]);
    if (context.get(settingsContext).READ_CACHE && signedIn && writtenAt && bookmark) {
      const position: Position = { bookmark, confirmedAt: now, writtenAt, failedSince: true };
      response.headers.append("Set-Cookie", await carryPosition(context, "last-write", position));
    }
    return response;
  }
  // An API response sets no bookmark cookies, because API clients keep none, and the API reads the primary.
  if (isApi(pattern)) return response;
  if (replicated.bookmark === null) return response;
  // If this page has itself made a read for the cache, that read was confirmed a little after the request began.
  const confirmedAt = Math.max(
    replicated.hasAskedPrimary ? now : confirmedAtOf(positions),
    replicated.notedConfirmedAt,
  );
  const wrote = context.get(queryStatsContext).rowsWritten > 0;
  const name = wrote ? "last-write" : "last-read";
  const carried = positions[name];
  const position: Position = { bookmark: replicated.bookmark, confirmedAt };
  if (wrote) position.writtenAt = Date.now();
  if (context.get(settingsContext).READ_CACHE) {
    // A cached read may be older than what this browser has seen elsewhere, and older than what this page itself has
    // read.
    const read = context.get(claimsSinceContext) === null ? null : replicated.pageBookmark;
    position.bookmark = newestOf([replicated.bookmark, carried?.bookmark]) ?? replicated.bookmark;
    position.place = dataCentre;
    position.floor = newestOf([floorAt(dataCentre, carried), read]);
  }
  const isNew =
    !carried || Object.entries(position).some(([key, value]) => carried[key as keyof Position] !== value);
  if ((wrote || signedIn) && isNew) {
    response.headers.append("Set-Cookie", await carryPosition(context, name, position));
  }
  return response;
};
