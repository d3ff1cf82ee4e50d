import type { Settings } from "#app/settings.ts";

/** What became of a mail. */
export interface MailEvent {
  /** "delivery": the mailbox has taken it. */
  kind: "bounce" | "complaint" | "delivery";
  email: string;
  /** Milliseconds since 1970. */
  at: number;
}

/** A service that tells what became of the mails that it took. */
export interface MailEventService {
  /** As in the path that it posts to. */
  name: string;
  /** Whether the settings have what checks that it is the service. */
  isOn: (settings: Settings) => boolean;
  /**
   * Reads what was posted.
   * @param body as it came: parsed and written again, it would have another signature
   * @returns what is of use here; null if the service has not signed it, or too long ago
   */
  read: (settings: Settings, body: string, headers: Headers) => Promise<MailEvent[] | null>;
}
