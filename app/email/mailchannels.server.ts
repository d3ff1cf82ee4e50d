import { Emails, MailChannelsClient } from "mailchannels-sdk";
import type { Settings } from "#app/settings.ts";
import { type Email, EmailError } from "./email.ts";

/** A reader waits for this answer: after it the form says that the mail could not be sent. Milliseconds. */
const TIME_LIMIT = 5000;

/**
 * Sends a mail through MailChannels.
 * @throws {EmailError} where the provider refused it, could not be reached, or did not answer in time. The
 *   message holds the provider's status and not its words, which may repeat the address.
 */
export async function sendWithMailChannels(settings: Settings, email: Email): Promise<void> {
  const { MAILCHANNELS_API_KEY = "", MAILCHANNELS_URL, MAIL_FROM = "" } = settings;
  const emails = new Emails(new MailChannelsClient(MAILCHANNELS_API_KEY, { baseUrl: MAILCHANNELS_URL }));
  const { success, data, error } = await withinTimeLimit(emails.send({ from: MAIL_FROM, ...email }));
  if (!success)
    throw new EmailError(`MailChannels did not take the mail: ${error?.statusCode ?? "no answer"}`);
  const failed = data?.results?.find((result) => result.status && result.status !== "sent");
  if (failed) throw new EmailError(`MailChannels did not send the mail: ${failed.status}`);
}

async function withinTimeLimit<T>(answer: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new EmailError(`No answer within ${TIME_LIMIT} ms`)), TIME_LIMIT);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
