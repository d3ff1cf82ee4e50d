import { Webhook, WebhookVerificationError } from "standardwebhooks";
import * as z from "zod";
import type { DeliveryEvent, MailEventService } from "./delivery-event.ts";

/** The relevant events. Resend reports a bounce only after it has given up (resend.com/docs/webhooks/event-types). */
const KINDS: Readonly<Record<string, DeliveryEvent["kind"]>> = {
  "email.bounced": "bounce",
  "email.complained": "complaint",
  "email.delivered": "delivery",
};

const eventSchema = z.object({
  type: z.string(),
  created_at: z.coerce.date(),
  data: z.object({ to: z.array(z.string()).default([]), bounce: z.object({ type: z.string() }).optional() }),
});

/** Resend's webhooks. They are signed as standardwebhooks.com specifies, with headers of other names. */
export const resendEvents = {
  name: "resend",
  isOn: (settings) => settings.RESEND_WEBHOOK_SECRET !== undefined,
  async read({ RESEND_WEBHOOK_SECRET: secret = "" }, body, headers) {
    const names = ["id", "timestamp", "signature"];
    const signed = Object.fromEntries(
      names.map((name) => [`webhook-${name}`, headers.get(`svix-${name}`) ?? ""]),
    );
    try {
      new Webhook(secret).verify(body, signed);
    } catch (error) {
      if (error instanceof WebhookVerificationError) return null;
      throw error;
    }
    const { type, created_at, data } = eventSchema.parse(JSON.parse(body));
    const kind = KINDS[type];
    // A full mailbox does not count as a bounce, because it may have room tomorrow.
    if (!kind || data.bounce?.type === "Transient") return [];
    return data.to.map((email) => ({ kind, email, at: created_at.getTime() }));
  },
} as const satisfies MailEventService;
