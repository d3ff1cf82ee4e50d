import { type Email, EmailError } from "#app/core/email/email.ts";
import { sendEmail } from "#app/core/email/send-email.server.ts";
import type { JobTry } from "./job-kind.ts";

/**
 * Sends the mail of a job. If its address gets none for now, the job is done: later, the mail would be old.
 * @param idempotencyKey the same at every try: a provider that knows it drops a mail that it has taken already
 * @throws {EmailError} if no provider takes it
 */
export async function mailInJob(attempt: JobTry, email: Email, idempotencyKey: string): Promise<void> {
  const { settings, retries } = attempt;
  try {
    await sendEmail(settings, attempt, email, { idempotencyKey, retries });
  } catch (error) {
    if (!(error instanceof EmailError && error.stop)) throw error;
  }
}
