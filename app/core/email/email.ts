import type { i18n } from "i18next";

/** An email, as its recipient gets it. */
export interface Email {
  to: string;
  subject: string;
  text: string;
  html: string;
  /**
   * A POST to this URL stops emails of this kind, without signing in (RFC 8058). Every email that is not
   * about the security of an account needs one (docs/recipes/add-an-optional-email.md).
   */
  unsubscribeUrl?: string;
  /**
   * Whether the recipient has just requested this email and is waiting for it. We may try to send such an
   * email even if other emails to the address are stopped.
   */
  isAwaited?: true;
}

/** Why we currently send no email to an address: emails to it bounce, or its owner has reported one as spam. */
export type EmailStop = "bounce" | "complaint";

/** Makes an email with made-up content in a language, for a preview. */
export type EmailPreview = (i18n: i18n) => Email;

/** An email was not sent. The message says why; it is for the log, not for a page. */
export class EmailError extends Error {
  override name = "EmailError";
  /** Whether the service may have accepted the email despite the error. If so, no other service may send it. */
  readonly mayBeTaken: boolean;
  /** Why sending was not tried; null if it was. */
  readonly stop: EmailStop | null;

  constructor(
    message: string,
    {
      mayBeTaken = false,
      stop = null,
      ...options
    }: ErrorOptions & { mayBeTaken?: boolean; stop?: EmailStop | null } = {},
  ) {
    super(message, options);
    this.mayBeTaken = mayBeTaken;
    this.stop = stop;
  }
}
