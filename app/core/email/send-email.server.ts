import type { Platform } from "#app/context.ts";
import { logError } from "#app/core/lib/log.ts";
import type { Settings } from "#app/settings.ts";
import { type Email, EmailError } from "./email.ts";
import { putIntoOutbox } from "./outbox.server.ts";
import { EMAIL_PROVIDERS, type EmailProviderName } from "./providers/index.ts";

/** What sending takes of the platform. */
export type EmailPlatform = Pick<Platform, "kv" | "emailBinding" | "mailStop" | "mailFailed">;

/**
 * Sends a mail, unless its address gets none for now, through the provider that the settings name. If it does not take it, the second one does, if there is one: but not if the
 * first may have taken it, so that it is sent once.
 * @param options.idempotencyKey tells the provider that it is the same mail, if it is sent again
 * @param options.retries how often it is retried at once; fewer for a caller that tries again later
 * @throws {EmailError} if its address gets no mail, or no provider takes it
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
