import type { RouterContextProvider } from "react-router";
import { dbContext, i18nContext, platformContext, requestIdContext, settingsContext } from "#app/context.ts";
import { loginChallenges } from "#app/db/schema.ts";
import { EmailError } from "#app/email/email.ts";
import { loginCodeEmail } from "#app/email/login-code-email.tsx";
import { sendEmail } from "#app/email/send-email.server.ts";
import { logError } from "#app/lib/log.ts";
import { issueLoginCode, withdrawLoginCode } from "./issue-login-code.server.ts";
import type { LoginCodeRefusal } from "./login-budget.server.ts";
import { openChallenge } from "./login-challenge.server.ts";

/** What came of asking for a login code. */
export type SendLoginCodeResult =
  | { outcome: "sent"; challengeId: string }
  | { outcome: "mail-failed" }
  | ({ outcome: "refused" } & LoginCodeRefusal);

/**
 * Issues a login code for an address and mails it.
 *
 * Where anyone may sign up, the mail is waited for, so that a failure can be told. Where only members may sign
 * in, it goes out after the response and only to members: nothing in the answer, nor the time it takes, tells
 * who has an account. (docs/decisions/0006)
 *
 * @param email normalised
 */
export async function sendLoginCode(
  context: Readonly<RouterContextProvider>,
  email: string,
): Promise<SendLoginCodeResult> {
  const db = context.get(dbContext);
  const settings = context.get(settingsContext);
  const platform = context.get(platformContext);
  const i18n = context.get(i18nContext);

  const issue = await issueLoginCode({ db, kv: platform.kv, settings, now: platform.now }, email);
  if (!issue.issued) {
    const { reason, retryAfterSeconds } = issue;
    return { outcome: "refused", reason, retryAfterSeconds };
  }
  const { challengeId, code, known } = issue;
  // Written before anything depends on who it is for: what it costs tells nothing.
  const mail = loginCodeEmail(i18n, { to: email, code, minutes: settings.LOGIN_CODE_MINUTES });

  if (!settings.SIGN_UP) {
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

/** Whether a code that was asked for earlier can still be used for an address. */
export async function isLoginCodeOpen(
  context: Readonly<RouterContextProvider>,
  challengeId: string,
  email: string,
): Promise<boolean> {
  const { now } = context.get(platformContext);
  const [challenge] = await context
    .get(dbContext)
    .select({ id: loginChallenges.id })
    .from(loginChallenges)
    .where(openChallenge(challengeId, email, now));
  return challenge !== undefined;
}
