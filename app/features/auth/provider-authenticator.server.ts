import type { RouterContextProvider } from "react-router";
import { Authenticator } from "remix-auth";
import { OAuth2Strategy } from "remix-auth-oauth2";
import { dbContext, platformContext, settingsContext } from "#app/context.ts";
import { requestOf } from "#app/features/audit/audit.server.ts";
import { mailNotices } from "#app/features/notice/mail-notices.server.ts";
import { prepareSession } from "#app/features/session/session.server.ts";
import { withinTimeLimit } from "#app/lib/time-limit.ts";
import { knownUsers } from "./device-cookie.server.ts";
import type { ProviderVisit } from "./oauth-cookie.server.ts";
import type { Provider, ProviderProfile } from "./providers/provider.ts";
import { type ProviderSignIn, signInWithProvider } from "./sign-in-with-provider.server.ts";
import type { SignedIn } from "./signed-in.ts";

type Context = Readonly<RouterContextProvider>;

/** How long a provider may take to answer each question (docs/product.md, Numbers). Milliseconds. */
const PROVIDER_TIME_LIMIT = 5000;

/** The provider identified the user, but they may not sign in. */
export class ProviderSignInError extends Error {
  override name = "ProviderSignInError";
  readonly attempt: Exclude<ProviderSignIn, { outcome: "signed-in" }>;
  readonly email: string | null;

  constructor(attempt: Exclude<ProviderSignIn, { outcome: "signed-in" }>, email: string | null) {
    super(attempt.outcome);
    this.attempt = attempt;
    this.email = email;
  }
}

/** The provider did not identify the user, or not in time. */
export class ProfileError extends Error {
  override name = "ProfileError";
}

/** remix-auth with one provider's strategy. Throws a redirect to the provider, or returns the profile. */
export function providerAuthenticator(context: Context, provider: Provider): Authenticator<ProviderProfile> {
  const settings = context.get(settingsContext);
  const { origin } = context.get(platformContext);
  const options = {
    ...provider.oauth(settings),
    redirectURI: new URL(`/login/${provider.name}/callback`, settings.BASE_URL ?? origin),
    // No browser sees it (oauth-cookie.server.ts).
    cookie: "oauth",
  };
  const strategy = new OAuth2Strategy<ProviderProfile>(options, async ({ tokens }) => {
    try {
      return await provider.fetchProfile(
        settings,
        tokens.accessToken(),
        AbortSignal.timeout(PROVIDER_TIME_LIMIT),
      );
    } catch (cause) {
      throw new ProfileError(`${provider.label} did not say who it is`, { cause });
    }
  });
  return new Authenticator<ProviderProfile>().use(strategy, provider.name);
}

/**
 * Signs in the user who returns from a provider.
 * @param visit what this browser remembers of its visit; without it, nobody is signed in
 * @throws {ProviderSignInError} if they may not sign in
 * @throws {ProfileError} if the provider does not identify them in time; or what remix-auth-oauth2 throws
 */
export async function signInThroughProvider(
  context: Context,
  request: Request,
  provider: Provider,
  visit: ProviderVisit | null,
): Promise<SignedIn> {
  const asked = new Request(request.url, { headers: { Cookie: visit?.strategyCookie ?? "" } });
  const profile = await withinTimeLimit(
    providerAuthenticator(context, provider).authenticate(provider.name, asked),
    PROVIDER_TIME_LIMIT,
    () => new ProfileError("No answer in time"),
  );
  const settings = context.get(settingsContext);
  const { now, country } = context.get(platformContext);
  const session = await prepareSession({ userAgent: request.headers.get("User-Agent"), country }, now);
  const attempt = await signInWithProvider(context.get(dbContext), {
    provider,
    profile,
    session,
    signUp: settings.SIGN_UP,
    request: requestOf(context),
    knownUsers: await knownUsers(context, request),
  });
  if ("linkedTo" in attempt && attempt.linkedTo) mailNotices(context, attempt.linkedTo);
  if (attempt.outcome !== "signed-in") throw new ProviderSignInError(attempt, profile.verifiedEmail);
  mailNotices(context, attempt.user.id);
  return { user: attempt.user, sessionToken: session.token };
}
