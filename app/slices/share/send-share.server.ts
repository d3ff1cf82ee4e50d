import type { RouterContextProvider } from "react-router";
import { dbContext, platformContext, settingsContext } from "#app/context.ts";
import { takeFromBudget } from "#app/core/db/budget.server.ts";
import { EmailError } from "#app/core/email/email.ts";
import { mailBudget } from "#app/core/email/mail-budget.server.ts";
import { sendEmail } from "#app/core/email/send-email.server.ts";
import { i18nIn } from "#app/core/i18n/instance.server.ts";
import type { LanguageKey } from "#app/core/i18n/languages.ts";
import { DAY } from "#app/core/lib/durations.ts";
import { logError } from "#app/core/lib/log.ts";
import type { Actor } from "#app/identity/audit/audit.server.ts";
import { findRecipient } from "#app/slices/email-preference/email-preference.server.ts";
import { unsubscribeUrl } from "#app/slices/email-preference/unsubscribe-link.server.ts";
import { moreSharesEmail, shareEmail, shareOptionalEmail } from "./share-email.ts";
import { shareUrl } from "./share-link.server.ts";

/** How many emails one person can have sent in a day (docs/product.md, Numbers). */
const EMAILS_A_DAY = 20;

/**
 * Emails the link of a share, unless its recipient wants none, has had enough for now, or its sender has sent enough today. The
 * sender is not told which: it is the recipient's business.
 * @param share.language that of the email if the recipient has no account, or has never signed in
 * @returns whether an email with the link was sent
 */
export async function sendShare(
  context: Readonly<RouterContextProvider>,
  share: { id: string; email: string; title: string | null; language: LanguageKey },
  sender: { id: string; name: string },
  { site }: Pick<Actor, "site">,
): Promise<boolean> {
  const [db, settings, platform] = [
    context.get(dbContext),
    context.get(settingsContext),
    context.get(platformContext),
  ];
  const { now } = platform;
  const to = share.email;
  const { recipient, language, isOn } = await findRecipient(db, shareOptionalEmail, to);
  if (!isOn) return false;
  const budget = { id: `shares:${sender.id}`, limit: EMAILS_A_DAY, period: DAY };
  if ((await takeFromBudget(db, budget, now)).length === 0) return false;
  const decision = await mailBudget(db, { kind: shareOptionalEmail.kind, to }, now);
  if (decision === "none") return false;
  const i18n = i18nIn(language ?? share.language);
  const links = {
    url: await shareUrl(settings, site, share.id),
    unsubscribeUrl: await unsubscribeUrl(settings, site, shareOptionalEmail, recipient),
  };
  const email =
    decision === "mail"
      ? shareEmail(i18n, { to, name: sender.name, title: share.title, ...links })
      : moreSharesEmail(i18n, { to, ...links });
  try {
    await sendEmail(settings, platform, email, { idempotencyKey: share.id });
    return decision === "mail";
  } catch (error) {
    if (!(error instanceof EmailError)) throw error;
    logError("share not sent", error);
    return false;
  }
}
