import type { MiddlewareFunction } from "react-router";
import type { Viewer } from "#app/context.ts";
import {
  dbContext,
  findViewerContext,
  platformContext,
  sessionTokenContext,
  settingsContext,
} from "#app/context.ts";
import { findViewer } from "#app/features/session/session.server.ts";
import { sessionCookie } from "#app/features/session/session-cookie.server.ts";

/**
 * Provides a function that finds the signed-in user. It queries D1 only when called, at most once per request, and
 * never without a cookie that we signed.
 */
export const session: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const settings = context.get(settingsContext);
  const cookie = sessionCookie(settings, url);
  const value: unknown = await cookie.parse(request.headers.get("Cookie"));
  const token = typeof value === "string" ? value : null;
  context.set(sessionTokenContext, token);

  let viewer: Promise<Viewer | null> | undefined;
  context.set(findViewerContext, () => {
    viewer ??= token
      ? findViewer(context.get(dbContext), token, context.get(platformContext), settings)
      : Promise.resolve(null);
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
