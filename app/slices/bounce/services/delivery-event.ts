import type { Settings } from "#app/settings.ts";

/** An event in the delivery of an email. */
export interface DeliveryEvent {
  /** "delivery": the mailbox has accepted it. */
  kind: "bounce" | "complaint" | "delivery";
  email: string;
  /** Milliseconds since 1970. */
  at: number;
}

/** An email service that reports delivery events. */
export interface MailEventService {
  /** The name in the path that the service posts to. */
  name: string;
  /** Whether the settings contain the key that verifies its signature. */
  isOn: (settings: Settings) => boolean;
  /**
   * Verifies and reads the posted events.
   * @param body the raw body: if it were parsed and serialised again, it would no longer match its signature
   * @returns the relevant events; null if the signature is missing, wrong or too old
   */
  read: (settings: Settings, body: string, headers: Headers) => Promise<DeliveryEvent[] | null>;
}
