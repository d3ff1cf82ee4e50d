import type { Platform } from "#app/context.ts";
import { logError } from "#app/core/lib/log.ts";
import type { Settings } from "#app/settings.ts";
import { type Email, EmailError } from "./email.ts";
import { putIntoOutbox } from "./outbox.server.ts";
import { EMAIL_PROVIDERS, type EmailProviderName } from "./providers/index.ts";

/** The part of the platform that sending needs. */
export type EmailPlatform = Pick<Platform, "kv" | "emailBinding" | "mailStop" | "mailFailed">;

/**
 * Sends an email through the provider in the settings, unless emails to its address are stopped. If the provider fails,
 * the fallback sends it, if there is one, but not if the provider may have accepted the email: it must be sent only
 * once.
 * @param options.idempotencyKey lets the provider recognise the same email when it is sent again
 * @param options.retries how many immediate retries; fewer for a caller that tries again later
 * @throws {EmailError} if emails to the address are stopped, or no provider accepts the email
 */
export async function sendEmail(
  settings: Settings,
  platform: EmailPlatform,
  email: Email,
  {
    idempotencyKey = crypto.randomUUID(),
    retries,
  }: { idempotencyKey?: string; retries?: number | undefined } = {},
): Promise<void> {
  const stop = await platform.mailStop(email);
  if (stop) throw new EmailError(`Mail to this address is stopped: ${stop}`, { stop });
  const { MAIL_PROVIDER: first, MAIL_FALLBACK: second } = settings;
  if (first === "outbox") return putIntoOutbox(platform, email);
  if (first === "none") throw new EmailError("This deployment sends no mail");
  const send = async (name: EmailProviderName) =>
    EMAIL_PROVIDERS.find((provider) => provider.name === name)?.send(settings, email, {
      idempotencyKey,
      retries,
      binding: platform.emailBinding,
    });
  try {
    await send(first);
  } catch (error) {
    if (!second || !(error instanceof EmailError) || error.mayBeTaken) {
      await platform.mailFailed();
      throw error;
    }
    logError("mail provider failed", error);
    await send(second).catch(async (failure) => {
      await platform.mailFailed();
      throw failure;
    });
  }
}
