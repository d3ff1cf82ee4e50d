import { EmailError } from "#app/core/email/email.ts";
import { unsubscribeHeaders } from "#app/core/email/unsubscribe-headers.ts";
import { PRODUCT_NAME } from "#app/product.ts";
import type { EmailProviderOf } from "./provider.ts";

/** How long sending may take, in milliseconds. It is short, because the reader is waiting. */
const TIME_LIMIT = 5000;

/**
 * Cloudflare's email service, through the binding EMAIL of wrangler.toml (developers.cloudflare.com/email-service). It
 * has no idempotency keys, so nothing is retried immediately.
 */
export const cloudflare = {
  name: "cloudflare",
  settings: {},
  needs: [],
  async send({ MAIL_FROM = "" }: { MAIL_FROM?: string | undefined }, email, { binding }) {
    if (!binding) throw new EmailError("wrangler.toml has no [[send_email]] with the name EMAIL");
    const headers = unsubscribeHeaders(email);
    const sending = binding.send({
      from: { email: MAIL_FROM, name: PRODUCT_NAME },
      to: email.to,
      subject: email.subject,
      text: email.text,
      html: email.html,
      ...(headers && { headers }),
    });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<"late">((resolve) => {
      timer = setTimeout(resolve, TIME_LIMIT, "late");
    });
    const outcome = await Promise.race([sending, late])
      .catch((error: { code?: string }) => {
        // Cloudflare's message may repeat the address.
        throw new EmailError(`Cloudflare did not take the mail: ${error.code ?? "no code"}`);
      })
      .finally(() => clearTimeout(timer));
    if (outcome === "late") throw new EmailError(`No answer within ${TIME_LIMIT} ms`, { mayBeTaken: true });
  },
} as const satisfies EmailProviderOf<Record<never, never>>;
