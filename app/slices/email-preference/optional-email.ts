import type { ParseKeys } from "i18next";

/** A kind of email that recipients can switch off. `app/slices.server.ts` lists them. */
export interface OptionalEmail {
  /** The name of the kind in the database and in links. */
  kind: string;
  /** The description of the kind, for people who decide whether they want it. */
  label: ParseKeys;
  /** Whether people get emails of this kind before they have made a choice. */
  isOn: boolean;
  /** The period of a regular email, in milliseconds; null if each email has its own cause. */
  every: number | null;
}

/** The recipient of an email: a user, or a mailbox without an account. */
export type Recipient = { userId: string } | { mailboxKey: string };
