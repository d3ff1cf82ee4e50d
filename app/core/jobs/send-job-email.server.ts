import { type Email, EmailError } from "#app/core/email/email.ts";
import { sendEmail } from "#app/core/email/send-email.server.ts";
import type { JobTry } from "./job-kind.ts";

/**
 * Sends a job's email. If emails to its address are stopped, the job counts as done, because the email would be
 * outdated later.
 * @param idempotencyKey the same at every attempt: a provider that supports it drops a repeat
 * @throws {EmailError} if no provider accepts the email
 */
export async function sendJobEmail(attempt: JobTry, email: Email, idempotencyKey: string): Promise<void> {
  const { settings, retries } = attempt;
  try {
    await sendEmail(settings, attempt, email, { idempotencyKey, retries });
  } catch (error) {
    if (!(error instanceof EmailError && error.stop)) throw error;
  }
}
