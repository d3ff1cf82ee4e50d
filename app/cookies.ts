/**
 * The cookies that the product sets. docs/privacy.md says what each is for and how long it is kept. On https, those
 * that are signed have the prefix `__Host-`.
 */
export const COOKIE_NAMES = [
  // The session's token.
  "session",
  // The browser, to those who have signed in with it.
  "device",
  // What a login code was requested for (CodePurpose), each with the challenge that this browser requested.
  "sign-in",
  "change-email",
  "leave-email",
  "delete-account",
  "confirm",
  // A sign-in that waits for its second step.
  "second-step",
  // A visit to a provider. Its name goes on with the state of the visit.
  "oauth",
  // The form that the end of a session interrupted.
  "interrupted-form",
  // The message for the next page.
  "flash",
  // The code that the demo shows instead of mailing it.
  "demo-code",
  // How far the database was when this browser last wrote and last read.
  "last-write",
  "last-read",
  // Choices.
  "lng",
  "theme",
  "time-zone",
  "sidebar",
  "save-data",
  // What somebody did here.
  "recent-books",
] as const;

/** Those that tell what somebody did here. They go when the session does. */
export const TRACES: CookieName[] = ["recent-books"];

export type CookieName = (typeof COOKIE_NAMES)[number] | `oauth-${string}`;
