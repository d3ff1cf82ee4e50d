import type { RouterContextProvider } from "react-router";
import { dbContext, platformContext, settingsContext } from "#app/context.ts";
import { requestOf } from "#app/features/audit/audit.server.ts";
import { browserOf } from "#app/features/auth/device-cookie.server.ts";
import { mailNotices } from "#app/features/notice/mail-notices.server.ts";
import { prepareSession } from "#app/features/session/session.server.ts";
import type { Provider } from "#app/providers/index.ts";
import type { ProviderVisit } from "./oauth-cookie.server.ts";
import { identifyVisitor } from "./provider-visit.server.ts";
import { type ProviderSignIn, signInWithProvider } from "./sign-in-with-provider.server.ts";

/**
 * Signs in the user who returns from a provider.
 * @param visit what this browser remembers of its visit; without it, nobody is signed in
 * @throws what identifyVisitor throws
 */
export async function signInThroughProvider(
  context: Readonly<RouterContextProvider>,
  request: Request,
  provider: Provider,
  visit: ProviderVisit | null,
): Promise<ProviderSignIn> {
  const profile = await identifyVisitor(context, request, provider, visit);
  const settings = context.get(settingsContext);
  const { now, country } = context.get(platformContext);
  const attempt = await signInWithProvider(context.get(dbContext), {
    provider,
    profile,
    session: await prepareSession({ userAgent: request.headers.get("User-Agent"), country }, now),
    signUp: settings.SIGN_UP,
    request: requestOf(context),
    browser: await browserOf(context, request),
  });
  if ("linkedTo" in attempt && attempt.linkedTo) mailNotices(context, attempt.linkedTo);
  if (attempt.outcome === "signed-in" && "user" in attempt.signedIn) {
    mailNotices(context, attempt.signedIn.user.id);
  }
  return attempt;
}
