import type { RouterContextProvider } from "react-router";
import { Authenticator } from "remix-auth";
import { Strategy } from "remix-auth/strategy";
import { platformContext } from "#app/context.ts";
import { requestOf } from "#app/features/audit/audit.server.ts";
import { browserOf } from "#app/features/auth/device-cookie.server.ts";
import type { SignInResult } from "#app/features/auth/signed-in.ts";
import { mailNotices } from "#app/features/notice/mail-notices.server.ts";
import { prepareSession } from "#app/features/session/session.server.ts";
import { guardSignIn, loginTry } from "./login-try.server.ts";
import { type LoginAttempt, signInWithCode, signInWithLink } from "./sign-in-with-mail.server.ts";

/** What someone took from a mail. The action has parsed it already, as error messages need the reader's language. */
export type MailProof =
  /**
   * `email`: the address shown on the page, normalised. `code`: six ASCII digits. `captcha`: the token of a captcha, or
   * empty.
   */
  { challengeId: string; email: string; code: string; captcha: string } | { linkToken: string };

type FailedAttempt = Exclude<LoginAttempt, { outcome: "signed-in" | "second-step" }>;

/** The code or link didn't sign anyone in. */
export class MailProofError extends Error {
  override name = "MailProofError";
  readonly attempt: FailedAttempt;

  constructor(attempt: FailedAttempt) {
    super(attempt.outcome);
    this.attempt = attempt;
  }
}

/** A remix-auth strategy for what was mailed: a code or a link. */
class MailStrategy<User> extends Strategy<User, MailProof> {
  override name = "mail";
  readonly #proof: MailProof;

  constructor(proof: MailProof, verify: Strategy.VerifyFunction<User, MailProof>) {
    super(verify);
    this.#proof = proof;
  }

  override authenticate(): Promise<User> {
    return this.verify(this.#proof);
  }
}

/**
 * Signs someone in with the code or link that was mailed to them.
 * @throws {MailProofError} if it doesn't sign anyone in
 */
export function signInWithMail(
  context: Readonly<RouterContextProvider>,
  request: Request,
  proof: MailProof,
): Promise<SignInResult> {
  const { now, country } = context.get(platformContext);
  const strategy = new MailStrategy<SignInResult>(proof, async (proof) => {
    const session = await prepareSession({ userAgent: request.headers.get("User-Agent"), country }, now);
    const signIn = {
      session,
      request: requestOf(context),
      browser: await browserOf(context, request),
    };
    const attempt =
      "linkToken" in proof
        ? await signInWithLink(loginTry(context), proof.linkToken, signIn)
        : await signInWithCode(
            loginTry(context, () => guardSignIn(context, request, proof)),
            proof,
            signIn,
          );
    if (attempt.outcome === "second-step") return { pendingId: attempt.pendingId };
    if (attempt.outcome !== "signed-in") throw new MailProofError(attempt);
    mailNotices(context, attempt.user.id);
    return { user: attempt.user, sessionToken: session.token };
  });
  return new Authenticator<SignInResult>().use(strategy).authenticate("mail", request);
}
