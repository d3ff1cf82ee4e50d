import type { RouterContextProvider } from "react-router";
import { dbContext, platformContext, settingsContext } from "#app/context.ts";
import { EmailError } from "#app/core/email/email.ts";
import { sendEmail } from "#app/core/email/send-email.server.ts";
import { i18nIn } from "#app/core/i18n/instance.server.ts";
import type { LanguageKey } from "#app/core/i18n/languages.ts";
import { logError } from "#app/core/lib/log.ts";
import { type PlannedEmail, planOptionalEmail } from "#app/slices/email-preference/plan-email.server.ts";
import { unsubscribeUrl } from "#app/slices/email-preference/unsubscribe-link.server.ts";
import { isNewShare, sharesOf } from "./share.server.ts";
import { moreSharesEmail, shareEmail, shareOptionalEmail } from "./share-email.ts";
import { shareUrl } from "./share-link.server.ts";

/** How many links one person can email in a day (docs/product.md, Numbers). */
const EMAILS_A_DAY = 20;

type Context = Readonly<RouterContextProvider>;

/** Decides whether to email a link, before it is created, so that a form that fails can be sent again. */
export const planShare = (
  context: Context,
  share: { id: string; email: string },
  senderId: string,
): Promise<PlannedEmail | null> =>
  planOptionalEmail(context, shareOptionalEmail, {
    to: share.email,
    senderId,
    aDay: EMAILS_A_DAY,
    where: isNewShare(context.get(dbContext), sharesOf(senderId), share.id),
  });

/**
 * Sends a planned email.
 * @param share.language the language of the email, if the recipient's language is not known
 * @returns whether an email with the link was sent
 */
export async function sendShare(
  context: Context,
  { decision, recipient, language }: PlannedEmail,
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
