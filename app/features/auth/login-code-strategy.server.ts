import type { RouterContextProvider } from "react-router";
import { Authenticator } from "remix-auth";
import { Strategy } from "remix-auth/strategy";
import { dbContext, platformContext, requestIdContext, settingsContext } from "#app/context.ts";
import { prepareSession } from "#app/features/session/session.server.ts";
import { loginChallengeCookie } from "./login-challenge-cookie.server.ts";
import type { SignedIn } from "./signed-in.ts";
import { type LoginAttempt, tryLoginCode } from "./try-login-code.server.ts";

/** The parsed form. The action has parsed it already, as error messages need the reader's language. */
export interface LoginProof {
  /** The address shown on the page, normalised. */
  email: string;
  /** Six ASCII digits. */
  code: string;
}

type FailedAttempt = Exclude<LoginAttempt, { outcome: "signed-in" }>;

/** The code didn't sign anyone in. */
export class LoginCodeError extends Error {
  override name = "LoginCodeError";
  readonly attempt: FailedAttempt;

  constructor(attempt: FailedAttempt) {
    super(attempt.outcome);
    this.attempt = attempt;
  }
}

/** A remix-auth strategy for emailed codes: adds the challenge id from this browser's cookie to the proof. */
class LoginCodeStrategy<User> extends Strategy<User, LoginProof & { challengeId: string | null }> {
  override name = "login-code";
  readonly #proof: LoginProof;
  readonly #challengeOf: (request: Request) => Promise<string | null>;

  constructor(
    proof: LoginProof,
    challengeOf: (request: Request) => Promise<string | null>,
    verify: Strategy.VerifyFunction<User, LoginProof & { challengeId: string | null }>,
  ) {
    super(verify);
    this.#proof = proof;
    this.#challengeOf = challengeOf;
  }

  override async authenticate(request: Request): Promise<User> {
    return this.verify({ ...this.#proof, challengeId: await this.#challengeOf(request) });
  }
}

/**
 * Signs someone in with the code that was mailed to them.
 * @throws {LoginCodeError} if the code doesn't sign anyone in
 */
export function signInWithCode(
  context: Readonly<RouterContextProvider>,
  request: Request,
  proof: LoginProof,
): Promise<SignedIn> {
  const settings = context.get(settingsContext);
  const { kv, now, country, origin } = context.get(platformContext);
  const challengeOf = async ({ headers }: Request) => {
    const held: unknown = await loginChallengeCookie(settings, origin).parse(headers.get("Cookie"));
    return typeof held === "string" ? held : null;
  };
  const strategy = new LoginCodeStrategy<SignedIn>(
    proof,
    challengeOf,
    async ({ challengeId, email, code }) => {
      if (!challengeId) throw new LoginCodeError({ outcome: "expired" });
      const session = await prepareSession({ userAgent: request.headers.get("User-Agent"), country }, now);
      const challenge = { challengeId, email, code, session, requestId: context.get(requestIdContext) };
      const attempt = await tryLoginCode({ db: context.get(dbContext), kv, settings, now }, challenge);
      if (attempt.outcome !== "signed-in") throw new LoginCodeError(attempt);
      return { user: attempt.user, sessionToken: session.token };
    },
  );
  return new Authenticator<SignedIn>().use(strategy).authenticate("login-code", request);
}
