import type { MiddlewareFunction } from "react-router";
import {
  dbContext,
  platformContext,
  queryStatsContext,
  replicatedDatabaseContext,
  sessionTokenContext,
} from "#app/context.ts";
import { carryPosition, confirmedAtOf, readPositions, startOfRead } from "#app/http/bookmarks.server.ts";
import { isSafe } from "./same-origin.ts";

/**
 * Whether the reads of a route may lag behind the primary, by its pattern in app/routes.ts. That is so for what people
 * read in the app, apart from their account. All other routes read the primary: they sign people in, show what is
 * personal, or are the manager.
 */
const mayLag = (pattern: string) => /^\/(app(\/.*)?)?$/.test(pattern) && pattern !== "/app/account";

/**
 * Opens the database: on the primary for whatever may write and for most routes, otherwise near the reader, but never
 * behind what their browser has written or read. Cookies carry how far that is (docs/decisions/0035).
 */
export const database: MiddlewareFunction<Response> = async ({ request, pattern, context }, next) => {
  const replicated = context.get(replicatedDatabaseContext);
  const { now } = context.get(platformContext);
  const signedIn = context.get(sessionTokenContext) !== null;
  const positions = await readPositions(request, context);
  const lags = isSafe(request) && mayLag(pattern);
  context.set(dbContext, replicated.open(lags ? startOfRead(positions, signedIn, now) : "first-primary"));

  const response = await next();
  const { bookmark } = replicated;
  if (bookmark === null) return response;
  const confirmedAt = replicated.hasAskedPrimary ? now : confirmedAtOf(positions);
  const wrote = context.get(queryStatsContext).rowsWritten > 0;
  const name = wrote ? "last-write" : "last-read";
  const isNew = positions[name]?.bookmark !== bookmark || positions[name]?.confirmedAt !== confirmedAt;
  if ((wrote || signedIn) && isNew) {
    response.headers.append("Set-Cookie", await carryPosition(context, name, { bookmark, confirmedAt }));
  }
  return response;
};
