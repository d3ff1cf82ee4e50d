import { Emails, MailChannelsClient } from "mailchannels-sdk";
import type { Settings } from "#app/settings.ts";
import { type Email, EmailError } from "./email.ts";

/**
 * Sends a mail through MailChannels.
 * @throws {EmailError} where the provider refused it or could not be reached
 */
export async function sendWithMailChannels(settings: Settings, email: Email): Promise<void> {
  const client = new MailChannelsClient(settings.MAILCHANNELS_API_KEY ?? "", {
    baseUrl: settings.MAILCHANNELS_URL,
  });
  const { success, error } = await new Emails(client).send({ from: settings.MAIL_FROM, ...email });
  if (!success) {
    const reason = error ? `${error.statusCode ?? "no answer"}: ${error.message}` : "no reason given";
    throw new EmailError(`MailChannels did not take the mail (${reason})`);
  }
}
