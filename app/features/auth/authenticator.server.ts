import type { RouterContextProvider } from "react-router";
import { Authenticator } from "remix-auth";
import { dbContext, platformContext, requestIdContext, settingsContext } from "#app/context.ts";
import { prepareSession } from "../session/session.server.ts";

import { loginChallengeCookie } from "./login-challenge-cookie.server.ts";
import { LoginCodeStrategy } from "./login-code-strategy.server.ts";
import type { Role } from "./permissions.ts";
import { type LoginAttempt, tryLoginCode } from "./try-login-code.server.ts";

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

/**
 * The ways to sign in, for one request: the bindings are the request's, so is the authenticator.
 *
 * Strategy "login-code" throws {@link LoginCodeError} where the code does not sign anyone in.
 */
export function createAuthenticator(
  context: Readonly<RouterContextProvider>,
  request: Request,
  url: URL,
): Authenticator<SignedIn> {
  const settings = context.get(settingsContext);
  const { kv, now, country } = context.get(platformContext);

  const loginCode = new LoginCodeStrategy<SignedIn>(loginChallengeCookie(settings, url), async (proof) => {
    const { challengeId, email, code } = proof;
    if (!challengeId) throw new LoginCodeError({ outcome: "expired" });
    const session = await prepareSession({ userAgent: request.headers.get("User-Agent"), country }, now);
    const challenge = { challengeId, email, code, session, requestId: context.get(requestIdContext) };
    const attempt = await tryLoginCode({ db: context.get(dbContext), kv, settings, now }, challenge);
    if (attempt.outcome !== "signed-in") throw new LoginCodeError(attempt);
    return { user: attempt.user, sessionToken: session.token };
  });

  return new Authenticator<SignedIn>().use(loginCode);
}
