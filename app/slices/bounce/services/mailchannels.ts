import { Webhooks } from "mailchannels-sdk";
import * as z from "zod";
import type { DeliveryEvent, MailEventService } from "./delivery-event.ts";

/** The relevant events (docs.mailchannels.net/email-api/advanced/delivery-events). */
const KINDS: Readonly<Record<string, DeliveryEvent["kind"]>> = {
  "hard-bounced": "bounce",
  complained: "complaint",
  delivered: "delivery",
};

const eventsSchema = z.array(
  z.object({
    event: z.string(),
    customer_handle: z.string(),
    /** Seconds since 1970. */
    timestamp: z.number(),
    recipients: z.array(z.string()).default([]),
  }),
);

/**
 * MailChannels' webhooks. MailChannels signs for all customers with the same key, so events of other accounts
 * are left out.
 */
export const mailchannelsEvents = {
  name: "mailchannels",
  isOn: (settings) => settings.MAILCHANNELS_WEBHOOK_KEY !== undefined,
  async read({ MAILCHANNELS_ACCOUNT, MAILCHANNELS_WEBHOOK_KEY: publicKey }, body, headers) {
    // Without a key, the SDK would ask MailChannels for the key that the request names.
    if (!publicKey) return null;
    const isSigned = await Webhooks.verify({
      payload: body,
      headers: Object.fromEntries(headers.entries()),
      publicKey,
    });
    if (!isSigned) return null;
    return eventsSchema
      .parse(JSON.parse(body))
      .flatMap(({ event, customer_handle, timestamp, recipients }) => {
        const kind = KINDS[event];
        if (!kind || customer_handle !== MAILCHANNELS_ACCOUNT) return [];
        return recipients.map((email) => ({ kind, email, at: timestamp * 1000 }));
      });
  },
} as const satisfies MailEventService;
