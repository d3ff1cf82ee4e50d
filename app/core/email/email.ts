/** A mail as its recipient gets it. */
export interface Email {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** A mail was not sent. The message says why; it is for the log, not for a page. */
export class EmailError extends Error {
  override name = "EmailError";
}
