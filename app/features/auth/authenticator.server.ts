import type { RouterContextProvider } from "react-router";
import { Authenticator } from "remix-auth";
import { OAuth2Strategy } from "remix-auth-oauth2";
import { dbContext, i18nContext, platformContext, requestIdContext, settingsContext } from "#app/context.ts";
import { noticeEmail } from "#app/email/notice-email.tsx";
import { sendEmail } from "#app/email/send-email.server.ts";
import { offeredProviders } from "#app/features/auth/providers/index.ts";
import type { ProviderProfile } from "#app/features/auth/providers/provider.ts";
import { prepareSession } from "#app/features/session/session.server.ts";
import type { Role } from "#app/permissions.ts";
import { loginChallengeCookie } from "./login-challenge-cookie.server.ts";
import { LoginCodeStrategy } from "./login-code-strategy.server.ts";
import { type ProviderSignIn, signInWithProvider } from "./sign-in-with-provider.server.ts";
import { type LoginAttempt, tryLoginCode } from "./try-login-code.server.ts";

/** A reader waits while a provider is asked who they are. Milliseconds. */
const PROVIDER_TIME_LIMIT = 5000;

/** Someone who has just proven who they are, and the token of their new session. */
export interface SignedIn {
  user: { id: string; role: Role; onboardedAt: number | null };
  sessionToken: string;
}

type FailedAttempt = Exclude<LoginAttempt, { outcome: "signed-in" }>;

/** The code did not prove the address. */
export class LoginCodeError extends Error {
  override name = "LoginCodeError";
  readonly attempt: FailedAttempt;

  constructor(attempt: FailedAttempt) {
    super(attempt.outcome);
    this.attempt = attempt;
  }
}

/** The provider said who it is, and they may not sign in. */
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

/** The provider gave a token, and does not say whose it is. */
export class ProfileError extends Error {
  override name = "ProfileError";
}

/** Waits for a provider's token no longer than a reader does. */
class ProviderStrategy<User> extends OAuth2Strategy<User> {
  protected override async validateAuthorizationCode(code: string, verifier: string) {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new ProfileError("No token in time")), PROVIDER_TIME_LIMIT);
    });
    return Promise.race([super.validateAuthorizationCode(code, verifier), late]).finally(() =>
      clearTimeout(timer),
    );
  }
}

/**
 * The ways to sign in, for one request: the bindings are the request's, so is the authenticator.
 *
 * Strategy "login-code" throws {@link LoginCodeError} where the code does not sign anyone in. A provider's strategy
 * throws a redirect to the provider; after it {@link ProviderSignInError}, {@link ProfileError}, or what
 * remix-auth-oauth2 throws where state, PKCE or the provider is against it.
 */
export function createAuthenticator(
  context: Readonly<RouterContextProvider>,
  request: Request,
  url: URL,
): Authenticator<SignedIn> {
  const settings = context.get(settingsContext);
  const platform = context.get(platformContext);
  const { kv, now, country } = platform;
  const newSession = () => prepareSession({ userAgent: request.headers.get("User-Agent"), country }, now);

  const loginCode = new LoginCodeStrategy<SignedIn>(loginChallengeCookie(settings, url), async (proof) => {
    const { challengeId, email, code } = proof;
    if (!challengeId) throw new LoginCodeError({ outcome: "expired" });
    const session = await newSession();
    const challenge = { challengeId, email, code, session, requestId: context.get(requestIdContext) };
    const attempt = await tryLoginCode({ db: context.get(dbContext), kv, settings, now }, challenge);
    if (attempt.outcome !== "signed-in") throw new LoginCodeError(attempt);
    return { user: attempt.user, sessionToken: session.token };
  });

  const authenticator = new Authenticator<SignedIn>().use(loginCode);
  for (const provider of offeredProviders(settings)) {
    const options = {
      ...provider.oauth(settings),
      redirectURI: new URL(`/login/${provider.name}/callback`, settings.BASE_URL ?? url.origin),
      cookie: { name: "oauth", ...(url.protocol === "https:" && { secure: true as const }) },
    };
    const strategy = new ProviderStrategy<SignedIn>(options, async ({ tokens }) => {
      let profile: ProviderProfile;
      try {
        const limit = AbortSignal.timeout(PROVIDER_TIME_LIMIT);
        profile = await provider.fetchProfile(settings, tokens.accessToken(), limit);
      } catch (cause) {
        throw new ProfileError(`${provider.label} did not say who it is`, { cause });
      }
      const session = await newSession();
      const attempt = await signInWithProvider(context.get(dbContext), {
        provider: provider.name,
        profile,
        session,
        signUp: settings.SIGN_UP,
        requestId: context.get(requestIdContext),
        now,
      });
      if ("linkedTo" in attempt && attempt.linkedTo) {
        const notice = { about: "providerLinked", provider: provider.label } as const;
        const mail = noticeEmail(context.get(i18nContext), attempt.linkedTo, notice);
        platform.inBackground(() => sendEmail(settings, platform, mail));
      }
      if (attempt.outcome !== "signed-in") throw new ProviderSignInError(attempt, profile.verifiedEmail);
      return { user: attempt.user, sessionToken: session.token };
    });
    authenticator.use(strategy, provider.name);
  }
  return authenticator;
}
