import { type RouterContextProvider, redirect } from "react-router";
import { OAuth2RequestError } from "remix-auth-oauth2";
import { dbContext, requestIdContext, settingsContext, type Viewer, viewerContext } from "#app/context.ts";
import { SESSION_ENDED } from "#app/core/db/written.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { noteRefusal } from "#app/core/http/refusal.server.ts";
import { logError } from "#app/core/lib/log.ts";
import { accountPathOf } from "#app/identity/account/account-area.server.ts";
import { currentActor } from "#app/identity/audit/audit.server.ts";
import { forbidWhileImpersonating } from "#app/identity/auth/authorize.server.ts";
import type { Factor } from "#app/identity/hooks/hooks.server.ts";
import { isProvenByFactor } from "#app/identity/proof/factors.server.ts";
import { isRecentlyProven, owesFactor, PROOF_PERIOD } from "#app/identity/proof/recent-proof.server.ts";
import type { Provider } from "#app/slices/provider/providers/index.ts";
import { type LinkOutcome, linkAccount } from "./linked-accounts.server.ts";
import { oauthCookie, type ProviderVisit } from "./oauth-cookie.server.ts";
import { comesFromElsewhere, identifyVisitor, ProfileError, visitProvider } from "./provider-visit.server.ts";

interface Visited {
  request: Request;
  /** The URL of the request, without the router's additions. */
  url: URL;
  context: Readonly<RouterContextProvider>;
  provider: Provider;
}

/**
 * A user with any of these factors can't link an account with only an emailed code. Signing in with the
 * account still requires the second step, but the account would stay linked after the mailbox is safe again,
 * or once the second step is off.
 */
export const LINK_BEYOND_MAIL: readonly Factor[] = ["second-step"];

/** Whether the reader has proven enough, and recently enough, to link an account. */
const mayLink = async (context: Visited["context"], viewer: Viewer): Promise<boolean> =>
  isRecentlyProven(context, viewer) && !(await owesFactor(context, viewer, LINK_BEYOND_MAIL));

/**
 * Redirects the reader to a provider, to link their account there. This requires a recent proof. The account page asks
 * for one first (`prove`).
 */
export async function beginLink({ request, url, context, provider }: Visited): Promise<Response> {
  const viewer = await context.get(viewerContext);
  const account = accountPathOf(request, viewer.role);
  // A link on another site must not start the linking of an account, because the reader did not ask for it.
  if (comesFromElsewhere(request)) return redirect(account);
  if (!(await mayLink(context, viewer))) return sessionExpired(request, context, viewer);
  return visitProvider(context, request, url, provider, { returnTo: account, linkTo: viewer.id });
}

/** The account page's messages if an account could not be linked. */
const REFUSED = {
  "of-another-user": "code:SOCIAL_ACCOUNT_ALREADY_LINKED",
  "has-another": "account:linked.hasAnother",
} as const satisfies Partial<Record<LinkOutcome, string>>;

/**
 * Links the account of a reader who comes back from a provider, and redirects to their account page with the result.
 */
export async function finishLink(
  { request, url, context, provider }: Visited,
  visit: ProviderVisit,
): Promise<Response> {
  const viewer = await context.get(viewerContext);
  forbidWhileImpersonating(context, viewer);
  const account = accountPathOf(request, viewer.role);
  // In the meantime, somebody else may have signed in with this browser.
  if (visit.linkTo !== viewer.id || !(await mayLink(context, viewer)))
    return sessionExpired(request, context, viewer);
  const state = url.searchParams.get("state") ?? "";
  const headers = new Headers({
    "Set-Cookie": await oauthCookie(context.get(settingsContext), url, state).serialize("", { maxAge: 0 }),
  });
  const values = { provider: provider.label };
  try {
    const { subject } = await identifyVisitor(context, request, provider, visit);
    const db = context.get(dbContext);
    const actor = await currentActor(context);
    const { id: userId, sessionId } = viewer;
    const isProven = isProvenByFactor(
      db,
      context.get(settingsContext),
      { userId, sessionId },
      LINK_BEYOND_MAIL,
      actor.at - PROOF_PERIOD,
    );
    const outcome = await linkAccount(db, { userId, provider: provider.name, subject, isProven }, actor);
    if (outcome === "session-ended") return sessionExpired(request, context, viewer);
    if (outcome === "of-another-user" || outcome === "has-another") {
      noteRefusal(context, "SOCIAL_ACCOUNT_ALREADY_LINKED");
      return redirectWithMessage(context, account, REFUSED[outcome], { type: "error", values, headers });
    }
    return redirectWithMessage(context, account, "account:linked.done", { values, headers });
  } catch (error) {
    if (error instanceof OAuth2RequestError && error.code === "access_denied") {
      return redirectWithMessage(context, account, "account:linked.cancelled", {
        type: "info",
        values,
        headers,
      });
    }
    logError("linking a provider failed", error, context.get(requestIdContext));
    if (error instanceof ProfileError) noteRefusal(context, "FAILED_TO_GET_USER_INFO");
    const message =
      error instanceof ProfileError ? "code:FAILED_TO_GET_USER_INFO" : "account:linked.linkFailed";
    return redirectWithMessage(context, account, message, { type: "error", values, headers });
  }
}

function sessionExpired(request: Request, context: Visited["context"], viewer: Viewer): Promise<Response> {
  return redirectWithMessage(context, accountPathOf(request, viewer.role), SESSION_ENDED);
}
