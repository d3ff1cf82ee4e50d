import { href, type MiddlewareFunction, type RouterContextProvider, redirect } from "react-router";
import type { Viewer } from "#app/context.ts";
import { findViewerContext, sessionTokenContext, viewerContext } from "#app/context.ts";
import { authorize } from "#app/features/auth/authorize.server.ts";
import { safeRedirect } from "#app/http/safe-redirect.ts";
import { homeOf, type Permission } from "#app/permissions.ts";
import { isSafe } from "./same-origin.ts";

type Context = Readonly<RouterContextProvider>;

/** Decides whether a request may go on. @throws the response that refuses it */
type Check = (args: { context: Context; url: URL }) => Promise<unknown>;

/** Runs a check, and what it guards after it. */
const checkFirst =
  (check: Check): MiddlewareFunction<Response> =>
  async ({ url, context }, next) => {
    await check({ context, url });
    return next();
  };

/**
 * On a read, runs a check and the loaders it guards side by side, and lets nothing out before the check has passed: a
 * guarded page costs one round trip to D1 instead of two. The loaders also run for someone who is then refused, so they
 * must only read. On any other method the check comes first.
 */
function checkInParallel(check: Check): MiddlewareFunction<Response> {
  return async ({ request, url, context }, next) => {
    const passed = check({ context, url });
    // Without a signed cookie the answer needs no query, so it must cause none.
    if (!isSafe(request) || context.get(sessionTokenContext) === null) {
      await passed;
      return next();
    }
    // A failed check wins over whatever the loaders come to. Neither rejection may go unhandled.
    passed.catch(() => {});
    const response = Promise.resolve(next());
    response.catch(() => {});
    await passed;
    return response;
  };
}

/**
 * Sends visitors to the sign-in page, those who have not said their name to onboarding, and refuses (403) everyone without
 * the permission. The loaders run after that: for pages whose loaders write, send or call another service.
 */
export const requirePermission = (permission: Permission) => checkFirst(permissionCheck(permission));

/** As {@link requirePermission}, beside the loaders: for pages whose loaders only read D1. */
export const requirePermissionInParallel = (permission: Permission) =>
  checkInParallel(permissionCheck(permission));

function permissionCheck(permission: Permission): Check {
  return ({ context, url }) => {
    const viewer = requireViewer(context, withReturn(href("/login"), url)).then((viewer) => {
      if (!viewer.onboardedAt) throw redirect(withReturn(href("/onboarding"), url));
      return authorize(context, viewer, permission);
    });
    context.set(viewerContext, viewer);
    return viewer;
  };
}

/** For whoever is signed in, onboarded or not. Runs beside the loaders, which must only read D1. */
export const requireSignedInInParallel = checkInParallel(({ context }) => {
  const viewer = requireViewer(context, href("/login"));
  context.set(viewerContext, viewer);
  return viewer;
});

/** For the sign-in pages: sends who is signed in to where they were going, or to their area. */
export const requireVisitor = checkFirst(async ({ context, url }) => {
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
