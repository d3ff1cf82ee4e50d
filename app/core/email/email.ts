import type { i18n } from "i18next";

/** A mail as its recipient gets it. */
export interface Email {
  to: string;
  subject: string;
  text: string;
  html: string;
  /**
   * Where its reader ends emails of this kind, by one POST without signing in (RFC 8058). Whatever is not about the security of an
   * account needs one (docs/recipes/add-an-optional-email.md).
   */
  unsubscribeUrl?: string;
  /** Whether its reader has just asked for it and waits: it may go where nothing else goes any more. */
  isAwaited?: true;
}

/** Why an address gets no mail for now: mail to it comes back, or its reader has called ours spam. */
export type MailStop = "bounce" | "complaint";

/** Makes an email with made-up content, in a language, to look at it. */
export type EmailPreview = (i18n: i18n) => Email;

/** A mail was not sent. The message says why; it is for the log, not for a page. */
export class EmailError extends Error {
  override name = "EmailError";
  /** Whether the service may have taken it all the same: then no other one may be asked. */
  readonly mayBeTaken: boolean;
  /** Why nothing was tried; null if something was. */
  readonly stop: MailStop | null;

  constructor(
    message: string,
    {
      mayBeTaken = false,
      stop = null,
      ...options
    }: ErrorOptions & { mayBeTaken?: boolean; stop?: MailStop | null } = {},
  ) {
    super(message, options);
    this.mayBeTaken = mayBeTaken;
    this.stop = stop;
  }
}
