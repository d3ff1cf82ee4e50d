import type { ParseKeys } from "i18next";

/** A kind of email that its readers can switch off. `app/slices.server.ts` lists them. */
export interface OptionalEmail {
  /** Its name in the database and in links. */
  kind: string;
  /** What it is, for those who choose. */
  label: ParseKeys;
  /** Whether people get it who have not chosen. */
  isOn: boolean;
  /** How often it comes, in milliseconds; null if each has a cause of its own. */
  every: number | null;
}

/** Who gets an email: somebody with an account, or a mailbox. */
export type Recipient = { userId: string } | { mailboxKey: string };
