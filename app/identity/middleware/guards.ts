import { href, type MiddlewareFunction, type RouterContextProvider, redirect } from "react-router";
import type { Viewer } from "#app/context.ts";
import {
  askAgainContext,
  findViewerContext,
  recentRoleContext,
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
  /** Whether it is asked again, by {@link askAgainContext}: the body is gone by then. */
  again?: boolean;
}

/** Decides whether a request may proceed. @throws the response that refuses it */
type Check = (args: Arguments) => Promise<unknown>;

/** Runs a check, and has it run again whenever the request asks again. */
function begin(check: Check, args: Arguments): Promise<unknown> {
  const { context } = args;
  const askOthersAgain = context.get(askAgainContext);
  context.set(askAgainContext, async () => {
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
 * On a read, runs a check in parallel with the loaders it guards, and responds only once the check has passed: a
 * guarded page costs one round trip to D1 instead of two. The loaders also run for someone who is then refused, so
 * they must only read, and only what is bounded. For any other method the check runs first, and for anyone who is likely to be
 * refused: what they ask for costs the database nothing (docs/decisions/0057).
 * @param permission what the check asks for. Null: nothing but a session
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
  checkInParallel(permissionCheck(permission), permission);

/**
 * For the manager, after its permission: leads whoever needs a further step to sign in by now, and has none, to the page that
 * sets it up. In parallel with the loaders.
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

/** For the sign-in pages: sends signed-in users to where they were going, or to their area. */
export const requireVisitor = checkFirst(visitorCheck);

/**
 * For a page that either a visitor or somebody who is signed in comes back to.
 * @param isOfMember whether who comes back must be signed in
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
  // Whoever opens the link of a mail may have another account in mind.
  if (url.pathname !== href("/login/link") || !isSafe(request)) throw redirect(to);
  throw await redirectWithMessage(context, to, "auth:errors.signedInAlready", {
    type: "info",
    values: { email: viewer.email },
  });
}

/** @throws the redirect to the sign-in, after which a form that was sent is finished */
async function requireViewer(
  { request, url, context, again = false }: Arguments,
  loginPath: string,
): Promise<Viewer> {
  const viewer = await context.get(findViewerContext)();
  if (viewer) return viewer;
  const interrupted = isSafe(request) || again ? null : await keepInterruptedForm(context, request, url);
  throw interrupted ?? redirect(loginPath);
}

/** Adds to a path the `redirect` parameter that brings the reader back to where they were going. */
function withReturn(path: string, url: URL): string {
  return `${path}?${new URLSearchParams({ redirect: url.pathname + url.search })}`;
}
