import type { SendEmail } from "@cloudflare/workers-types";
import type * as z from "zod";
import type { Email } from "#app/core/email/email.ts";

type Shape = Record<string, z.ZodType>;

/** A service that sends email: one file, listed in ./index.ts. `S` is the shape of its settings. */
export interface EmailProviderOf<S extends Shape> {
  /** The service's name in MAIL_PROVIDER and MAIL_FALLBACK. */
  name: string;
  /** The settings of the service, each with its reason. */
  settings: S;
  /** The settings without which it can't send. */
  needs: readonly (keyof S & string)[];
  /**
   * Sends an email.
   * @throws {EmailError} if it failed; the error says whether the service may have accepted the email nevertheless
   */
  send(settings: z.output<z.ZodObject<S>> & Sender, email: Email, options: SendOptions): Promise<void>;
}

/** The sender of every email, whichever the provider. */
interface Sender {
  MAIL_FROM?: string | undefined;
}

interface SendOptions {
  /** Each try of one email has the same key, so that a service which supports keys drops repeats. */
  idempotencyKey: string;
  /** How many immediate retries; undefined for the provider's default. */
  retries?: number | undefined;
  /** Cloudflare's email service, if wrangler.toml binds it. */
  binding: SendEmail | undefined;
}
