import type { RouterContextProvider } from "react-router";
import { dbContext, i18nContext, platformContext, requestIdContext, settingsContext } from "#app/context.ts";
import { EmailError } from "#app/core/email/email.ts";
import { sendEmail } from "#app/core/email/send-email.server.ts";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { mayAskForCode, NETWORK_LIMIT_SECONDS } from "#app/core/http/rate-limit.server.ts";
import { i18nIn } from "#app/core/i18n/instance.server.ts";
import { logError } from "#app/core/lib/log.ts";
import { signInPolicy } from "#app/identity/auth/sign-in-policy.server.ts";
import { knownDevice } from "#app/identity/device/device-cookie.server.ts";
import { hooked } from "#app/identity/hooks/hooks.server.ts";
import { loginChallenges } from "#app/identity/tables/login-challenges.ts";
import { issueLoginCode, withdrawLoginCode } from "./issue-login-code.server.ts";
import { openChallenge } from "./login-challenge.server.ts";
import type { ProofOfAddress } from "./login-challenge.ts";
import { loginChallengeCookie, requestedChallenge } from "./login-challenge-cookie.server.ts";
import { loginCodeEmail } from "./login-code-email.tsx";
import type { LoginCodeRefusal } from "./login-limits.server.ts";
import { linkUrl } from "./login-link.ts";

/** The result of requesting a login code. */
export type SendLoginCodeResult =
  /** `headers`: the cookies with which the browser that requested the code can use it. */
  | { outcome: "sent"; headers: Headers }
  /**
   * The code could not be issued, stored or emailed. An issued code has been withdrawn, unless D1 failed, too.
   * `comesBack`: emails to the address bounce, so none was sent.
   */
  | { outcome: "failed"; comesBack?: boolean }
  | ({ outcome: "refused" } & LoginCodeRefusal);

/**
 * Issues a login code for an address and emails it. The code replaces the one that this browser requested
 * before for the same address and purpose. So this waits until the email is sent: if that fails, it reports
 * the failure, and the previous code works again.
 *
 * But if sign-up is off, it emails a sign-in code after the response, and only to existing users, so that
 * neither the response nor its time reveals who has an account. The new code then replaces none, so the link
 * in an earlier email still works (docs/decisions/0006).
 *
 * @param returnTo where the email's link leads after signing in; null for the user's area
 */
export async function sendLoginCode(
  context: Readonly<RouterContextProvider>,
  request: Request,
  proof: ProofOfAddress,
  returnTo: string | null = null,
): Promise<SendLoginCodeResult> {
  const result = await tryWrite(context, "refused:mailFailed", () => send(context, request, proof, returnTo));
  return "failed" in result ? { outcome: "failed" } : result;
}

async function send(
  context: Readonly<RouterContextProvider>,
  request: Request,
  proof: ProofOfAddress,
  returnTo: string | null,
): Promise<SendLoginCodeResult> {
  const db = context.get(dbContext);
  const settings = context.get(settingsContext);
  const platform = context.get(platformContext);
  const i18n = context.get(i18nContext);
  const { email, purpose } = proof;

  if (!(await mayAskForCode(context))) {
    return { outcome: "refused", reason: "too-many-from-network", retryAfterSeconds: NETWORK_LIMIT_SECONDS };
  }
  const challenge = await requestedChallenge(request, settings, platform.origin, purpose);
  const mailsLater = purpose === "sign-in" && !settings.SIGN_UP;
  const replaces = challenge?.email === email && !mailsLater ? challenge.id : null;
  const device = proof.userId ? null : await knownDevice(context, request, email);
  const login = { db, kv: platform.kv, settings, now: platform.now };
  const issue = await issueLoginCode(login, proof, { device, replaces });
  /** Logs first, because withdrawing the code may also fail. */
  const giveUp = async (what: string, error: unknown, challengeId: string): Promise<SendLoginCodeResult> => {
    logError(what, error, context.get(requestIdContext));
    await withdrawLoginCode(db, { challengeId, replaces, now: platform.now });
    return { outcome: "failed" };
  };
  if (!issue.issued) {
    if (issue.reason === "not-stored") return giveUp("login code not stored", issue.error, issue.challengeId);
    const { reason, retryAfterSeconds } = issue;
    return { outcome: "refused", reason, retryAfterSeconds };
  }
  const { challengeId, code, linkToken, user } = issue;
  const cookie = loginChallengeCookie(settings, platform.origin, purpose);
  const headers = new Headers({ "Set-Cookie": await cookie.serialize({ id: challengeId, email }) });
  if (signInPolicy(settings).isShared(email)) {
    for (const { showCode } of hooked("loginCode")) {
      const shown = await showCode?.(context, { email, code });
      if (shown) headers.append("Set-Cookie", shown);
    }
    return { outcome: "sent", headers };
  }
  // A user who is signed in, or has signed in here before, reads this page's language. Anybody else may request a code
  // for any address.
  const isTheirs = proof.userId !== null || device !== null;
  const emailI18n = isTheirs || !user?.language ? i18n : i18nIn(user.language);
  // The email is rendered in any case, so that the time it takes doesn't reveal whether the address is known.
  const message = loginCodeEmail(emailI18n, {
    to: email,
    purpose,
    code,
    codeInSubject: settings.LOGIN_CODE_IN_SUBJECT,
    minutes: settings.LOGIN_CODE_MINUTES,
    link: linkToken && linkUrl(settings.BASE_URL ?? platform.origin, linkToken, returnTo),
  });

  const unmailed = "login code not mailed";
  if (mailsLater) {
    const logUnmailed = (error: unknown) => logError(unmailed, error, context.get(requestIdContext));
    if (user) platform.inBackground(() => sendEmail(settings, platform, message).catch(logUnmailed));
    return { outcome: "sent", headers };
  }
  try {
    await sendEmail(settings, platform, message);
  } catch (error) {
    if (!(error instanceof EmailError)) throw error;
    await giveUp(unmailed, error, challengeId);
    return { outcome: "failed", comesBack: error.stop !== null };
  }
  return { outcome: "sent", headers };
}

/** Whether the code that this browser requested before is still open. */
export async function isLoginCodeOpen(
  context: Readonly<RouterContextProvider>,
  request: Request,
  proof: ProofOfAddress,
): Promise<boolean> {
  const { now, origin } = context.get(platformContext);
  const requested = await requestedChallenge(request, context.get(settingsContext), origin, proof.purpose);
  if (!requested) return false;
  const [challenge] = await context
    .get(dbContext)
    .select({ id: loginChallenges.id })
    .from(loginChallenges)
    .where(openChallenge(requested.id, proof, now));
  return challenge !== undefined;
}
