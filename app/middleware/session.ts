import type { MiddlewareFunction } from "react-router";
import type { Viewer } from "#app/context.ts";
import {
  dbContext,
  findViewerContext,
  platformContext,
  replicatedDatabaseContext,
  sessionTokenContext,
  settingsContext,
} from "#app/context.ts";
import { findViewer } from "#app/features/session/session.server.ts";
import { sessionCookie } from "#app/features/session/session-cookie.server.ts";
import { tokenViewer } from "#app/features/token/token-viewer.server.ts";
import { isApi } from "#app/http/api-path.ts";
import { isWebhook } from "#app/http/webhooks.ts";

/**
 * Provides a function that finds the signed-in user, or for the API, the owner of the access token; for a webhook, nobody. It
 * queries D1 only when called, once per request (twice if a replica does not know the session), and never without a cookie
 * that we signed.
 */
export const session: MiddlewareFunction<Response> = async ({ request, url, pattern, context }, next) => {
  if (isApi(pattern)) {
    context.set(sessionTokenContext, null);
    context.set(findViewerContext, tokenViewer(request, context));
    return next();
  }
  if (isWebhook(pattern)) {
    context.set(sessionTokenContext, null);
    context.set(findViewerContext, async () => null);
    return next();
  }
  const settings = context.get(settingsContext);
  const cookie = sessionCookie(settings, url);
  const value: unknown = await cookie.parse(request.headers.get("Cookie"));
  const token = typeof value === "string" ? value : null;
  context.set(sessionTokenContext, token);

  const find = async (token: string) => {
    const platform = context.get(platformContext);
    const replicated = context.get(replicatedDatabaseContext);
    const found = await findViewer(context.get(dbContext), token, platform, settings);
    if (found || replicated.readsPrimary) return found;
    // A replica may not have the session yet.
    return findViewer(replicated.open("first-primary"), token, platform, settings);
  };
  let viewer: Promise<Viewer | null> | undefined;
  context.set(findViewerContext, () => {
    viewer ??= token ? find(token) : Promise.resolve(null);
    return viewer;
  });
  const response = await next();
  // Clears the cookie of a session that has ended; otherwise every request would look it up again.
  const ended = token !== null && (await viewer?.catch(() => undefined)) === null;
  if (ended && !response.headers.getSetCookie().some((line) => line.startsWith(`${cookie.name}=`))) {
    response.headers.append("Set-Cookie", await cookie.serialize("", { maxAge: 0 }));
  }
  return response;
};
