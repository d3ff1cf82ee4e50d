import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { Webhook } from "standardwebhooks";
import type { DeliveryEvent } from "#app/slices/bounce/services/delivery-event.ts";
import type { MAIL_EVENT_SERVICES } from "#app/slices/bounce/services/index.ts";
import { Visitor } from "./visitor.ts";
import type { TestWorker } from "./worker.ts";

type ServiceName = (typeof MAIL_EVENT_SERVICES)[number]["name"];

/** The events that a service posts, and how it signs them. */
interface EventService {
  settings: Record<string, string>;
  /** The bodies that it posts: one for all events, or one for each. */
  bodies: (events: readonly DeliveryEvent[]) => string[];
  /** @param at when it signs, in milliseconds since 1970 */
  headers: (body: string, at: number) => Record<string, string>;
}

const RESEND_TYPES = { bounce: "bounced", complaint: "complained", delivery: "delivered" };

function resend(): EventService {
  const secret = `whsec_${Buffer.from(crypto.getRandomValues(new Uint8Array(24))).toString("base64")}`;
  return {
    settings: { RESEND_WEBHOOK_SECRET: secret },
    bodies: (events) =>
      events.map(({ kind, email, at }) =>
        JSON.stringify({
          type: `email.${RESEND_TYPES[kind]}`,
          created_at: new Date(at).toISOString(),
          data: {
            email_id: "56761188-7520-42d8-8898-ff6fc54ce618",
            to: [email],
            subject: "Your code",
            ...(kind === "bounce" && {
              bounce: { type: "Permanent", subType: "General", message: "No mailbox" },
            }),
          },
        }),
      ),
    headers: (body, at) => ({
      "svix-id": "msg_1",
      "svix-timestamp": String(Math.floor(at / 1000)),
      "svix-signature": new Webhook(secret).sign("msg_1", new Date(at), body),
    }),
  };
}

const MAILCHANNELS_EVENTS = { bounce: "hard-bounced", complaint: "complained", delivery: "delivered" };

const ACCOUNT = "acme";

function mailchannels(): EventService {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  return {
    settings: {
      MAILCHANNELS_ACCOUNT: ACCOUNT,
      MAILCHANNELS_WEBHOOK_KEY: publicKey.export({ type: "spki", format: "der" }).toString("base64"),
    },
    bodies: (events) => [
      JSON.stringify(
        events.map(({ kind, email, at }) => ({
          email: "deckle@example.com",
          customer_handle: ACCOUNT,
          timestamp: Math.floor(at / 1000),
          event: MAILCHANNELS_EVENTS[kind],
          recipients: [email],
        })),
      ),
    ],
    headers(body, at) {
      const digest = `sha-256=:${createHash("sha256").update(body).digest("base64")}:`;
      const values = `("content-digest");created=${Math.floor(at / 1000)};alg="ed25519";keyid="mckey"`;
      const signed = `"content-digest": ${digest}\n"@signature-params": ${values}`;
      const signature = sign(null, Buffer.from(signed), privateKey).toString("base64");
      return {
        "Content-Digest": digest,
        "Signature-Input": `sig_1=${values}`,
        Signature: `sig_1=:${signature}:`,
      };
    },
  };
}

/** Makes a stand-in for each service that reports whether emails were delivered. Each signs with its own key. */
export const EVENT_SERVICES: Record<ServiceName, () => EventService> = {
  mailchannels,
  resend,
};

/** MailChannels reporting another customer's emails, with its own key. */
export const ofAnotherAccount = (own: EventService): EventService => ({
  ...own,
  bodies: (events) =>
    own.bodies(events).map((body) => body.replaceAll(JSON.stringify(ACCOUNT), '"somebody-else"')),
});

/** Posts events as a service does. @param at when it signs them @returns the statuses */
export async function tell(
  worker: TestWorker,
  name: string,
  service: EventService,
  events: readonly DeliveryEvent[],
  at = Date.now(),
): Promise<number[]> {
  const statuses = [];
  for (const body of service.bodies(events)) {
    const headers = { "Content-Type": "application/json", ...service.headers(body, at) };
    const response = await new Visitor(worker).fetch(`/webhooks/mail/${name}`, {
      method: "POST",
      body,
      headers,
    });
    statuses.push(response.status);
  }
  return statuses;
}
