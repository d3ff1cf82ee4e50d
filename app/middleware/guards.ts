import { href, type MiddlewareFunction, type RouterContextProvider, redirect } from "react-router";
import type { Viewer } from "#app/context.ts";
import { findViewerContext, sessionTokenContext, settingsContext, viewerContext } from "#app/context.ts";
import { authorize } from "#app/features/auth/authorize.server.ts";
import { keepInterruptedForm } from "#app/features/proof/interrupted-form.server.ts";
import { readProviderVisit } from "#app/features/provider/oauth-cookie.server.ts";
import { requireSecondStep } from "#app/features/second-step/administrators.server.ts";
import { redirectWithMessage } from "#app/http/flash.server.ts";
import { safeRedirect } from "#app/http/safe-redirect.ts";
import { homeOf, type Permission } from "#app/permissions.ts";
import { isSafe } from "./same-origin.ts";

interface Arguments {
  request: Request;
  url: URL;
  params: Record<string, string | undefined>;
  context: Readonly<RouterContextProvider>;
}

/** Decides whether a request may proceed. @throws the response that refuses it */
type Check = (args: Arguments) => Promise<unknown>;

/** Runs a check, then what it guards. */
const checkFirst =
  (check: Check): MiddlewareFunction<Response> =>
  async ({ request, url, params, context }, next) => {
    await check({ request, url, params, context });
    return next();
  };

/**
 * On a read, runs a check in parallel with the loaders it guards, and responds only once the check has passed: a
 * guarded page costs one round trip to D1 instead of two. The loaders also run for someone who is then refused, so
 * they must only read. For any other method the check runs first.
 */
function checkInParallel(check: Check): MiddlewareFunction<Response> {
  return async ({ request, url, params, context }, next) => {
    const passed = check({ request, url, params, context });
    // Without a signed cookie the check needs no query, so the loaders must not run any either.
    if (!isSafe(request) || context.get(sessionTokenContext) === null) {
      await passed;
      return next();
    }
    // A failed check wins over any result of the loaders. Neither rejection may go unhandled.
    passed.catch(() => {});
    const response = Promise.resolve(next());
    response.catch(() => {});
    await passed;
    return response;
  };
}

/**
 * Sends visitors to the sign-in page, sends users who have not given a name to onboarding, and refuses (403) anyone
 * without the permission. The loaders run afterwards: for pages whose loaders write, send mail or call another service.
 */
export const requirePermission = (permission: Permission) => checkFirst(permissionCheck(permission));

/** Like {@link requirePermission}, but in parallel with the loaders: for pages whose loaders only read D1. */
export const requirePermissionInParallel = (permission: Permission) =>
  checkInParallel(permissionCheck(permission));

/**
 * For the manager, after its permission: leads to the page of the second step whoever needs one by now
 * (ADMIN_SECOND_STEP_DAYS). In parallel with the loaders.
 */
export const requireSecondStepInParallel = checkInParallel(({ context }) =>
  requireSecondStep(context, context.get(viewerContext)),
);

function permissionCheck(permission: Permission): Check {
  return (args) => {
    const { context, url } = args;
    const viewer = requireViewer(args, withReturn(href("/login"), url)).then((viewer) => {
      if (!viewer.onboardedAt) throw redirect(withReturn(href("/onboarding"), url));
      return authorize(context, viewer, permission);
    });
    context.set(viewerContext, viewer);
    return viewer;
  };
}

/** Requires a signed-in user, onboarded or not. Runs in parallel with the loaders, which must only read D1. */
export const requireSignedInInParallel = checkInParallel((args) => {
  const viewer = requireViewer(args, href("/login"));
  args.context.set(viewerContext, viewer);
  return viewer;
});

/** For the sign-in pages: sends signed-in users to where they were going, or to their area. */
export const requireVisitor = checkFirst(visitorCheck);

/**
 * For the way back from a provider. Whoever went there to sign in must be a visitor. Whoever went there to link their account must
 * be signed in.
 */
export const requireVisitorUnlessLinking = checkFirst(async (args) => {
  const { request, context, url, params } = args;
  const visit = await readProviderVisit(request, context.get(settingsContext), url, params.provider);
  if (!visit?.linkTo) return visitorCheck(args);
  const viewer = requireViewer(args, href("/login"));
  context.set(viewerContext, viewer);
  return viewer;
});

async function visitorCheck({ request, context, url }: Arguments): Promise<void> {
  const viewer = await context.get(findViewerContext)();
  if (!viewer) return;
  const to = safeRedirect(url.searchParams.get("redirect")) ?? homeOf(viewer.role);
  // Whoever opens the link of a mail may have another account in mind.
  if (url.pathname !== href("/login/link") || !isSafe(request)) throw redirect(to);
  throw await redirectWithMessage(context, to, "auth:errors.signedInAlready", {
    type: "info",
    values: { email: viewer.email },
  });
}

/** @throws the redirect to the sign-in, after which a form that was sent is finished */
async function requireViewer({ request, url, context }: Arguments, loginPath: string): Promise<Viewer> {
  const viewer = await context.get(findViewerContext)();
  if (viewer) return viewer;
  const interrupted = isSafe(request) ? null : await keepInterruptedForm(context, request, url);
  throw interrupted ?? redirect(loginPath);
}

/** Adds to a path the `redirect` parameter that brings the reader back to where they were going. */
function withReturn(path: string, url: URL): string {
  return `${path}?${new URLSearchParams({ redirect: url.pathname + url.search })}`;
}
