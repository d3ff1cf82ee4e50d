import * as z from "zod";
import { EmailError } from "#app/core/email/email.ts";
import { unsubscribeHeaders } from "#app/core/email/unsubscribe-headers.ts";
import { PRODUCT_NAME } from "#app/product.ts";
import type { EmailProviderOf } from "./provider.ts";

const settings = {
  /** A Resend API key with permission to send. A secret. */
  RESEND_API_KEY: z.string().optional(),
  /** Overrides the URL of Resend's API, for tests with a fake one. */
  RESEND_URL: z.url("must be a URL").default("https://api.resend.com"),
};

/** How long all tries together may take, in milliseconds. It is short, because the reader is waiting. */
const TIME_LIMIT = 5000;
/** Retries this many times if it can't be reached or answers 5xx, unless the caller tries again itself. */
const RETRIES = 2;
/** The pause before each retry, in milliseconds. */
const RETRY_DELAY = 250;

/** Resend's response when it accepts an email. */
const answerSchema = z.object({ id: z.string() });

/**
 * Resend, through its HTTP API (resend.com/docs/api-reference/emails/send-email). Its own package would add the library
 * that verifies webhooks, and returns errors where we throw them. For one request, fetch is simpler.
 */
export const resend = {
  name: "resend",
  settings,
  needs: ["RESEND_API_KEY"],
  async send(own, email, { idempotencyKey, retries = RETRIES }) {
    const signal = AbortSignal.timeout(TIME_LIMIT);
    const request = {
      method: "POST",
      // The API key must not go to another URL, so a redirect is a failure.
      redirect: "manual" as const,
      signal,
      headers: {
        Authorization: `Bearer ${own.RESEND_API_KEY}`,
        "Content-Type": "application/json",
        // Resend refuses a request without a User-Agent.
        "User-Agent": encodeURIComponent(PRODUCT_NAME),
        "Idempotency-Key": idempotencyKey,
      },
      body: JSON.stringify({
        from: `${JSON.stringify(PRODUCT_NAME)} <${own.MAIL_FROM}>`,
        to: [email.to],
        subject: email.subject,
        text: email.text,
        html: email.html,
        headers: unsubscribeHeaders(email),
      }),
    };
    for (let tried = 0; ; tried++) {
      const response = await fetch(new URL("/emails", own.RESEND_URL), request).catch(() => null);
      if (signal.aborted) throw new EmailError(`No answer within ${TIME_LIMIT} ms`, { mayBeTaken: true });
      if (response?.ok) {
        const answer = answerSchema.safeParse(await response.json().catch(() => null));
        if (answer.success) return;
        throw new EmailError("The answer does not say that Resend took the mail", { mayBeTaken: true });
      }
      const isBroken = response === null || response.status >= 500;
      if (!isBroken || tried >= retries)
        throw new EmailError(`Resend did not take the mail: ${response?.status ?? "no answer"}`);
      await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY));
    }
  },
} as const satisfies EmailProviderOf<typeof settings>;
