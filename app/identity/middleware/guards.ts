import { href, type MiddlewareFunction, type RouterContextProvider, redirect } from "react-router";
import type { Viewer } from "#app/context.ts";
import {
  findViewerContext,
  recentRoleContext,
  repeatChecksContext,
  sessionTokenContext,
  viewerContext,
} from "#app/context.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { isSafe } from "#app/core/http/safe-methods.ts";
import { safeRedirect } from "#app/core/http/safe-redirect.ts";
import { authorize } from "#app/identity/auth/authorize.server.ts";
import { signInStep } from "#app/identity/auth/sign-in-step.server.ts";
import { keepInterruptedForm } from "#app/identity/proof/interrupted-form.server.ts";
import { can, homeOf, type Permission } from "#app/permissions.ts";

interface Arguments {
  request: Request;
  url: URL;
  params: Record<string, string | undefined>;
  context: Readonly<RouterContextProvider>;
  /** Whether this is a repeated check ({@link repeatChecksContext}): at that point the body has been read. */
  again?: boolean;
}

/** Decides whether a request may proceed. @throws the response that refuses it */
type Check = (args: Arguments) => Promise<unknown>;

/** Runs a check, and registers it to run again whenever the request repeats its checks. */
function begin(check: Check, args: Arguments): Promise<unknown> {
  const { context } = args;
  const askOthersAgain = context.get(repeatChecksContext);
  context.set(repeatChecksContext, async () => {
    await askOthersAgain();
    await check({ ...args, again: true });
  });
  return check(args);
}

/** Runs a check, then what it guards. */
const checkFirst =
  (check: Check): MiddlewareFunction<Response> =>
  async ({ request, url, params, context }, next) => {
    await begin(check, { request, url, params, context });
    return next();
  };

/**
 * On a read, runs a check in parallel with the loaders it guards, and responds only once the check has passed. So a
 * guarded page costs one round trip to D1 instead of two. The loaders also run for someone who is then refused, so they
 * must only read, and only a bounded number of rows. The check runs first for any other method, and for anyone likely
 * to be refused, so that their request costs the database nothing (docs/decisions/0057).
 * @param permission the permission that the check requires; null if it requires only a session
 */
function checkInParallel(check: Check, permission: Permission | null): MiddlewareFunction<Response> {
  return async ({ request, url, params, context }, next) => {
    const passed = begin(check, { request, url, params, context });
    // Without a signed cookie the check needs no query, so the loaders must not run any either.
    const isLikely =
      context.get(sessionTokenContext) !== null &&
      (permission === null || can(context.get(recentRoleContext), permission));
    if (!isSafe(request) || !isLikely) {
      await passed;
      return next();
    }
    // A failed check overrides any result of the loaders. Neither rejection may go unhandled.
    passed.catch(() => {});
    const response = Promise.resolve(next());
    response.catch(() => {});
    await passed;
    return response;
  };
}

/**
 * Redirects visitors to the sign-in page and users without a name to onboarding, and refuses (403) anyone without the
 * permission. The loaders run afterwards. Use it for pages whose loaders write, send emails or call another service.
 */
export const requirePermission = (permission: Permission) => checkFirst(permissionCheck(permission));

/** Like {@link requirePermission}, but in parallel with the loaders. Use it for pages whose loaders only read D1. */
export const requirePermissionInParallel = (permission: Permission) =>
  checkInParallel(permissionCheck(permission), permission);

/**
 * For the manager, after its permission check: redirects users who already need a second step and have none to the page
 * that sets it up. Runs in parallel with the loaders.
 */
export const requireSecondStepInParallel = checkInParallel(async ({ context }) => {
  const step = signInStep();
  if (await step?.isLacking(context, context.get(viewerContext))) throw redirect(step?.setUp ?? href("/"));
}, null);

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
}, null);

/** For the sign-in pages: redirects signed-in users to the page they wanted, or to their area. */
export const requireVisitor = checkFirst(visitorCheck);

/**
 * The guard of a page to which another site redirects both visitors and signed-in users.
 * @param isOfMember whether the request requires a signed-in user
 */
export const requireVisitorUnless = (isOfMember: (args: Arguments) => Promise<boolean>) =>
  checkFirst(async (args) => {
    if (!(await isOfMember(args))) return visitorCheck(args);
    const viewer = requireViewer(args, href("/login"));
    args.context.set(viewerContext, viewer);
    return viewer;
  });

async function visitorCheck({ request, context, url }: Arguments): Promise<void> {
  const viewer = await context.get(findViewerContext)();
  if (!viewer) return;
  const to = safeRedirect(url.searchParams.get("redirect")) ?? homeOf(viewer.role);
  // A signed-in user may open an email's link to sign in to another account.
  if (url.pathname !== href("/login/link") || !isSafe(request)) throw redirect(to);
  throw await redirectWithMessage(context, to, "auth:errors.signedInAlready", {
    type: "info",
    values: { email: viewer.email },
  });
}

/** @throws a redirect to the sign-in page. An interrupted form is completed after the sign-in */
async function requireViewer(
  { request, url, context, again = false }: Arguments,
  loginPath: string,
): Promise<Viewer> {
  const viewer = await context.get(findViewerContext)();
  if (viewer) return viewer;
  const interrupted = isSafe(request) || again ? null : await keepInterruptedForm(context, request, url);
  throw interrupted ?? redirect(loginPath);
}

/** Adds to a path the `redirect` parameter that brings the reader back to the current page. */
function withReturn(path: string, url: URL): string {
  return `${path}?${new URLSearchParams({ redirect: url.pathname + url.search })}`;
}
