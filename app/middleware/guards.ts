import { href, type MiddlewareFunction, type RouterContextProvider, redirect } from "react-router";
import type { Viewer } from "#app/context.ts";
import { findViewerContext, sessionTokenContext, viewerContext } from "#app/context.ts";
import { authorize } from "#app/features/auth/authorize.server.ts";
import { safeRedirect } from "#app/http/safe-redirect.ts";
import { homeOf, type Permission } from "#app/permissions.ts";
import { isSafe } from "./same-origin.ts";

type Context = Readonly<RouterContextProvider>;

/**
 * Runs a check beside what it guards, and lets nothing out before it has passed.
 *
 * On a read the loaders start while the check waits for D1, so a guarded page costs one round trip and not two;
 * on anything else the check comes first. A layout with a guard needs a loader, even one that returns null, or
 * navigations on the client would not ask the server.
 */
function guard(
  check: (args: { context: Context; url: URL }) => Promise<unknown>,
): MiddlewareFunction<Response> {
  return async ({ request, url, context }, next) => {
    const passed = check({ context, url });
    // Without a cookie of ours the answer needs no query, and must cause none.
    if (!isSafe(request) || context.get(sessionTokenContext) === null) {
      await passed;
      return next();
    }
    // A failed check wins over whatever the loaders came to: neither rejection may go unhandled.
    passed.catch(() => {});
    const response = Promise.resolve(next());
    response.catch(() => {});
    await passed;
    return response;
  };
}

/** Sends visitors to the sign-in page, and those who have not said their name to onboarding. */
export function requirePermission(permission: Permission): MiddlewareFunction<Response> {
  return guard(({ context, url }) => {
    const viewer = requireViewer(context, withReturn(href("/login"), url)).then((viewer) => {
      if (!viewer.onboardedAt) throw redirect(withReturn(href("/onboarding"), url));
      return authorize(context, viewer, permission);
    });
    context.set(viewerContext, viewer);
    return viewer;
  });
}

/** For pages between signing in and onboarding. */
export const signedInOnly = guard(({ context }) => {
  const viewer = requireViewer(context, href("/login"));
  context.set(viewerContext, viewer);
  return viewer;
});

/** For the sign-in pages: who is signed in is sent on to where they were going, or belong. */
export const visitorsOnly = guard(async ({ context, url }) => {
  const viewer = await context.get(findViewerContext)();
  if (viewer) throw redirect(safeRedirect(url.searchParams.get("redirect")) ?? homeOf(viewer.role));
});

async function requireViewer(context: Context, loginPath: string): Promise<Viewer> {
  const viewer = await context.get(findViewerContext)();
  if (!viewer) throw redirect(loginPath);
  return viewer;
}

/** A path that brings the reader back to where they were going. */
function withReturn(path: string, url: URL): string {
  return `${path}?${new URLSearchParams({ redirect: url.pathname + url.search })}`;
}
