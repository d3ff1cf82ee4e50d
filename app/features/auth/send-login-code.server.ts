import type { RouterContextProvider } from "react-router";
import { dbContext, i18nContext, platformContext, requestIdContext, settingsContext } from "#app/context.ts";
import { loginChallenges } from "#app/db/schema.ts";
import { EmailError } from "#app/email/email.ts";
import { loginCodeEmail } from "#app/email/login-code-email.tsx";
import { sendEmail } from "#app/email/send-email.server.ts";
import { demoCodeCookie } from "#app/features/demo/demo.server.ts";
import { signInPolicy } from "#app/features/demo/sign-in-policy.ts";
import { logError } from "#app/lib/log.ts";
import { issueLoginCode, withdrawLoginCode } from "./issue-login-code.server.ts";
import type { LoginCodeRefusal } from "./login-budget.server.ts";
import { openChallenge } from "./login-challenge.server.ts";
import type { ProofOfAddress } from "./login-challenge.ts";
import { loginChallengeCookie } from "./login-challenge-cookie.server.ts";
import { mayAskForCode } from "./network-limit.server.ts";

/** The period of LOGIN_CODE_LIMITER in wrangler.toml. */
const NETWORK_LIMIT_SECONDS = 60;

/** The result of requesting a login code. */
export type SendLoginCodeResult =
  /** `shownCode`: the code for a demo account, which is shown instead of mailed. */
  | { outcome: "sent"; challengeId: string; shownCode?: string }
  | { outcome: "mail-failed" }
  | ({ outcome: "refused" } & LoginCodeRefusal);

/**
 * Issues a login code for an address and mails it.
 *
 * Waits for the mail, so that it can report a failure. But if sign-up is off, it mails a sign-in code after the
 * response, and only to existing users: neither the response nor its time reveals who has an account
 * (docs/decisions/0006).
 */
export async function sendLoginCode(
  context: Readonly<RouterContextProvider>,
  proof: ProofOfAddress,
): Promise<SendLoginCodeResult> {
  const db = context.get(dbContext);
  const settings = context.get(settingsContext);
  const platform = context.get(platformContext);
  const i18n = context.get(i18nContext);

  if (!(await mayAskForCode(context))) {
    return { outcome: "refused", reason: "too-many-from-network", retryAfterSeconds: NETWORK_LIMIT_SECONDS };
  }
  const issue = await issueLoginCode({ db, kv: platform.kv, settings, now: platform.now }, proof);
  if (!issue.issued) {
    const { reason, retryAfterSeconds } = issue;
    return { outcome: "refused", reason, retryAfterSeconds };
  }
  const { challengeId, code, known } = issue;
  if (signInPolicy(settings).isShared(proof.email)) return { outcome: "sent", challengeId, shownCode: code };
  // Rendered in any case, so the time it takes doesn't reveal whether the address is known.
  const { email, purpose } = proof;
  const mail = loginCodeEmail(i18n, { to: email, purpose, code, minutes: settings.LOGIN_CODE_MINUTES });

  if (purpose === "sign-in" && !settings.SIGN_UP) {
    if (known) platform.inBackground(() => sendEmail(settings, platform, mail));
    return { outcome: "sent", challengeId };
  }
  try {
    await sendEmail(settings, platform, mail);
  } catch (error) {
    if (!(error instanceof EmailError)) throw error;
    logError("login code not mailed", error, context.get(requestIdContext));
    await withdrawLoginCode(db, challengeId, platform.now);
    return { outcome: "mail-failed" };
  }
  return { outcome: "sent", challengeId };
}

/** Whether an earlier code for an address is still open. */
export async function isLoginCodeOpen(
  context: Readonly<RouterContextProvider>,
  challengeId: string,
  proof: ProofOfAddress,
): Promise<boolean> {
  const { now } = context.get(platformContext);
  const [challenge] = await context
    .get(dbContext)
    .select({ id: loginChallenges.id })
    .from(loginChallenges)
    .where(openChallenge(challengeId, proof, now));
  return challenge !== undefined;
}

/** The cookies that let the browser that requested a sign-in code use it. */
export async function loginCodeCookies(
  context: Readonly<RouterContextProvider>,
  url: URL,
  email: string,
  { challengeId, shownCode }: Extract<SendLoginCodeResult, { outcome: "sent" }>,
): Promise<Headers> {
  const settings = context.get(settingsContext);
  const headers = new Headers();
  headers.append("Set-Cookie", await loginChallengeCookie(settings, url).serialize(challengeId));
  if (shownCode) {
    headers.append("Set-Cookie", await demoCodeCookie(settings, url).serialize({ email, code: shownCode }));
  }
  return headers;
}
