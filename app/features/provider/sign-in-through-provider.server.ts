import type { RouterContextProvider } from "react-router";
import { dbContext, platformContext, settingsContext } from "#app/context.ts";
import { requestOf } from "#app/features/audit/audit.server.ts";
import { browserOf } from "#app/features/auth/device-cookie.server.ts";
import type { SignInResult } from "#app/features/auth/signed-in.ts";
import { mailNotices } from "#app/features/notice/mail-notices.server.ts";
import { prepareSession } from "#app/features/session/session.server.ts";
import type { Provider } from "#app/providers/index.ts";
import type { ProviderVisit } from "./oauth-cookie.server.ts";
import { identifyVisitor } from "./provider-visit.server.ts";
import { type ProviderSignIn, signInWithProvider } from "./sign-in-with-provider.server.ts";

/** The provider identified the user, but they may not sign in. */
export class ProviderSignInError extends Error {
  override name = "ProviderSignInError";
  readonly attempt: Exclude<ProviderSignIn, { outcome: "signed-in" | "second-step" }>;
  readonly email: string | null;

  constructor(
    attempt: Exclude<ProviderSignIn, { outcome: "signed-in" | "second-step" }>,
    email: string | null,
  ) {
    super(attempt.outcome);
    this.attempt = attempt;
    this.email = email;
  }
}

/**
 * Signs in the user who returns from a provider.
 * @param visit what this browser remembers of its visit; without it, nobody is signed in
 * @throws {ProviderSignInError} if they may not sign in; or what identifyVisitor throws
 */
export async function signInThroughProvider(
  context: Readonly<RouterContextProvider>,
  request: Request,
  provider: Provider,
  visit: ProviderVisit | null,
): Promise<SignInResult> {
  const profile = await identifyVisitor(context, request, provider, visit);
  const settings = context.get(settingsContext);
  const { now, country } = context.get(platformContext);
  const session = await prepareSession({ userAgent: request.headers.get("User-Agent"), country }, now);
  const attempt = await signInWithProvider(context.get(dbContext), {
    provider,
    profile,
    session,
    signUp: settings.SIGN_UP,
    request: requestOf(context),
    browser: await browserOf(context, request),
  });
  if ("linkedTo" in attempt && attempt.linkedTo) mailNotices(context, attempt.linkedTo);
  if (attempt.outcome === "second-step") return { pendingId: attempt.pendingId };
  if (attempt.outcome !== "signed-in") throw new ProviderSignInError(attempt, profile.verifiedEmail);
  mailNotices(context, attempt.user.id);
  return { user: attempt.user, sessionToken: session.token };
}
