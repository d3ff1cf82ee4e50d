import type { Platform } from "#app/context.ts";
import type { Settings } from "#app/settings.ts";
import { type Email, EmailError } from "./email.ts";
import { sendWithMailChannels } from "./mailchannels.server.ts";
import { putIntoOutbox } from "./outbox.server.ts";

/**
 * Sends a mail through the provider that the settings name.
 * @param options.idempotencyKey tells the provider that it is the same mail, if it is sent again
 * @param options.retries how often it is retried at once; fewer for a caller that tries again later
 * @throws {EmailError} if the provider doesn't accept it
 */
export async function sendEmail(
  settings: Settings,
  platform: Pick<Platform, "kv">,
  email: Email,
  { idempotencyKey = crypto.randomUUID(), retries }: { idempotencyKey?: string; retries?: number } = {},
): Promise<void> {
  switch (settings.MAIL_PROVIDER) {
    case "outbox":
      return putIntoOutbox(platform, email);
    case "mailchannels":
      return sendWithMailChannels(settings, email, { idempotencyKey, retries });
    case "none":
      throw new EmailError("This deployment sends no mail");
    default:
      settings.MAIL_PROVIDER satisfies never;
  }
}
