import type { SendEmail } from "@cloudflare/workers-types";
import type * as z from "zod";
import type { Email } from "#app/core/email/email.ts";

type Shape = Record<string, z.ZodType>;

/** A service that sends mail: one file, named in ./index.ts. `S` is the shape of its settings. */
export interface EmailProviderOf<S extends Shape> {
  /** What MAIL_PROVIDER and MAIL_FALLBACK call it. */
  name: string;
  /** Its settings, each with its reason. */
  settings: S;
  /** Those without which it can't send. */
  needs: readonly (keyof S & string)[];
  /**
   * Sends a mail.
   * @throws {EmailError} if it did not, which says whether the service may have taken it all the same
   */
  send(settings: z.output<z.ZodObject<S>> & Sender, email: Email, options: SendOptions): Promise<void>;
}

/** Whom mail is from: every provider has that. */
interface Sender {
  MAIL_FROM?: string | undefined;
}

interface SendOptions {
  /** The same for each try of one mail: a service that knows it drops what it has taken already. */
  idempotencyKey: string;
  /** How often it is retried at once; undefined for the provider's own default. */
  retries?: number | undefined;
  /** Cloudflare's own service, if wrangler.toml binds it. */
  binding: SendEmail | undefined;
}
