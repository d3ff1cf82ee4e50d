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
 * Lets whoever needs it ask who is signed in. Nothing is read until then, D1 is asked once a request at most,
 * and not at all without a cookie that we signed.
 */
export const session: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const cookie = sessionCookie(context.get(settingsContext), url);
  const value: unknown = await cookie.parse(request.headers.get("Cookie"));
  const token = typeof value === "string" ? value : null;
  context.set(sessionTokenContext, token);

  let viewer: Promise<Viewer | null> | undefined;
  context.set(findViewerContext, () => {
    viewer ??= token
      ? findViewer(context.get(dbContext), token, context.get(platformContext))
      : Promise.resolve(null);
    return viewer;
  });
  const response = await next();
  // A session that has ended is forgotten here, too, or it would be looked up again with every request.
  const ended = token !== null && (await viewer?.catch(() => undefined)) === null;
  if (ended && !response.headers.getSetCookie().some((line) => line.startsWith(`${cookie.name}=`))) {
    response.headers.append("Set-Cookie", await cookie.serialize("", { maxAge: 0 }));
  }
  return response;
};
