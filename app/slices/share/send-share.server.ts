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
import { findRecipient } from "#app/slices/email-preference/email-preference.server.ts";
import type { Recipient } from "#app/slices/email-preference/optional-email.ts";
import { unsubscribeUrl } from "#app/slices/email-preference/unsubscribe-link.server.ts";
import { moreSharesEmail, shareEmail, shareOptionalEmail } from "./share-email.ts";
import { shareUrl } from "./share-link.server.ts";

/** How many emails one person can have sent in a day (docs/product.md, Numbers). */
const EMAILS_A_DAY = 20;

type Context = Readonly<RouterContextProvider>;

/** An email that is to be sent: with the link, or in place of all others of an hour. */
interface Planned {
  decision: "mail" | "summary";
  recipient: Recipient;
  /** Of the recipient; null if they have no account, or have never signed in. */
  language: string | null;
}

/**
 * Decides whether to email a link, before it is made, so that a form that fails can be sent again. Nothing is emailed to an address that
 * wants none or has had enough for now, or if the sender has sent enough today. The sender is not told which: it is the
 * recipient's business.
 * @returns null if no email is to be sent
 */
export async function planShare(context: Context, to: string, senderId: string): Promise<Planned | null> {
  const [db, { now }] = [context.get(dbContext), context.get(platformContext)];
  const { recipient, language, isOn } = await findRecipient(db, shareOptionalEmail, to);
  if (!isOn) return null;
  const budget = { id: `mail:share-by:${senderId}`, limit: EMAILS_A_DAY, period: DAY };
  if ((await takeFromBudget(db, budget, now)).length === 0) return null;
  const decision = await mailBudget(db, { kind: shareOptionalEmail.kind, to }, now);
  return decision === "none" ? null : { decision, recipient, language };
}

/**
 * Sends the email that was planned.
 * @param share.language that of the email if its recipient has none stored
 * @returns whether an email with the link was sent
 */
export async function sendShare(
  context: Context,
  { decision, recipient, language }: Planned,
  share: { id: string; email: string; title: string | null; language: LanguageKey },
  { name, site }: { name: string | null; site: string },
): Promise<boolean> {
  const settings = context.get(settingsContext);
  const i18n = i18nIn(language ?? share.language);
  const to = share.email;
  const links = {
    url: await shareUrl(settings, site, share.id),
    unsubscribeUrl: await unsubscribeUrl(settings, site, shareOptionalEmail, recipient),
  };
  const email =
    decision === "mail"
      ? shareEmail(i18n, { to, name, title: share.title, ...links })
      : moreSharesEmail(i18n, { to, ...links });
  try {
    await sendEmail(settings, context.get(platformContext), email, { idempotencyKey: share.id });
    return decision === "mail";
  } catch (error) {
    if (!(error instanceof EmailError)) throw error;
    logError("share not sent", error);
    return false;
  }
}
