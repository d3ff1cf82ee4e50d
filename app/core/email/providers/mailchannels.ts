import { Emails, MailChannelsClient } from "mailchannels-sdk";
import * as z from "zod";
import { EmailError } from "#app/core/email/email.ts";
import { unsubscribeHeaders } from "#app/core/email/unsubscribe-headers.ts";
import { PRODUCT_NAME } from "#app/product.ts";
import type { EmailProviderOf } from "./provider.ts";

const settings = {
  MAILCHANNELS_API_KEY: z.string().optional(),
  /** The selector of the DKIM DNS record. With the key below, emails are signed (docs/operations.md). */
  DKIM_SELECTOR: z.string().optional(),
  /** The RSA private key for that record, as PEM or bare base64. A secret. */
  DKIM_PRIVATE_KEY: z.string().optional(),
  /** Overrides the URL of the MailChannels API, for tests with a fake one. */
  MAILCHANNELS_URL: z.url("must be a URL").optional(),
};

/**
 * How long all tries together may take, in milliseconds. It is short, because the reader is waiting. After that, the
 * form says that the email could not be sent.
 */
const TIME_LIMIT = 5000;
/** Retries this many times if the provider can't be reached or answers 5xx, unless the caller tries again itself. */
const RETRIES = 2;
/** The pause before each retry, in milliseconds. */
const RETRY_DELAY = 250;
/** Only 5xx is retried. A 4xx is a final refusal, and a provider that doesn't respond may have accepted the email. */
const RETRIED = Array.from({ length: 100 }, (_, n) => 500 + n);

/** MailChannels' response when it accepts an email. Each of our emails has one recipient. */
const answerSchema = z.object({ results: z.tuple([z.object({ status: z.string() })]) });

/**
 * MailChannels, which signs with DKIM if the settings have a key. An error has the response's status but not its text,
 * which may repeat the address.
 */
export const mailchannels = {
  name: "mailchannels",
  settings,
  needs: ["MAILCHANNELS_API_KEY"],
  async send(own, email, { idempotencyKey, retries = RETRIES }) {
    const { MAILCHANNELS_API_KEY = "", MAILCHANNELS_URL, MAIL_FROM = "" } = own;
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), TIME_LIMIT);
    const { signal } = limit;
    const options = { baseUrl: MAILCHANNELS_URL };
    const client = new PersistentClient(MAILCHANNELS_API_KEY, options, { signal, idempotencyKey, retries });
    const { success, data, error } = await new Emails(client)
      .send({
        from: { email: MAIL_FROM, name: PRODUCT_NAME },
        dkim: dkimOf(own),
        headers: unsubscribeHeaders(email),
        to: email.to,
        subject: email.subject,
        text: email.text,
        html: email.html,
      })
      .finally(() => clearTimeout(timer));
    if (signal.aborted) throw new EmailError(`No answer within ${TIME_LIMIT} ms`, { mayBeTaken: true });
    // The SDK reports no error for a response that is not from MailChannels.
    if (!success && !error) {
      throw new EmailError("The answer does not say that MailChannels took the mail", { mayBeTaken: true });
    }
    if (!success)
      throw new EmailError(`MailChannels did not take the mail: ${error?.statusCode ?? "no answer"}`);
    const failed = data?.results?.find((result) => result.status !== "sent");
    if (failed) throw new EmailError(`MailChannels did not send the mail: ${failed.status}`);
  },
} as const satisfies EmailProviderOf<typeof settings>;

/**
 * MailChannels' response for an accepted email. Null for anything else, such as a page from a proxy, whatever
 * its content type. The SDK would take any 2xx or 3xx for a success, and ofetch does not retry a 5xx that it
 * can't parse.
 */
function readAnswer(text: string): z.output<typeof answerSchema> | null {
  try {
    return answerSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/**
 * The SDK's client with retries. Each try sends the same email, with the same login code and the same Idempotency-Key.
 */
class PersistentClient extends MailChannelsClient {
  readonly #signal: AbortSignal;
  readonly #idempotencyKey: string;
  readonly #retries: number;

  constructor(
    key: string,
    options: ConstructorParameters<typeof MailChannelsClient>[1],
    { signal, idempotencyKey, retries }: { signal: AbortSignal; idempotencyKey: string; retries: number },
  ) {
    super(key, options);
    this.#signal = signal;
    this.#idempotencyKey = idempotencyKey;
    this.#retries = retries;
  }

  override post<T>(path: string, options?: Parameters<MailChannelsClient["post"]>[1]): Promise<T> {
    return super.post(path, {
      ...options,
      headers: { "Idempotency-Key": this.#idempotencyKey },
      retry: this.#retries,
      retryDelay: RETRY_DELAY,
      retryStatusCodes: RETRIED,
      parseResponse: readAnswer,
      // The API key must not go to another URL, so a redirect is a failure.
      redirect: "manual",
      signal: this.#signal,
    });
  }
}

function dkimOf({
  MAIL_FROM,
  DKIM_SELECTOR,
  DKIM_PRIVATE_KEY,
}: z.output<z.ZodObject<typeof settings>> & { MAIL_FROM?: string | undefined }) {
  if (!DKIM_SELECTOR || !DKIM_PRIVATE_KEY) return;
  return { domain: MAIL_FROM?.split("@").at(-1), selector: DKIM_SELECTOR, privateKey: DKIM_PRIVATE_KEY };
}
