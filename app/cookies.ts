import { declared } from "./slices.ts";

/**
 * The cookies that the product sets. docs/privacy.md says what each is for and how long it is kept. On https, those
 * that are signed have the prefix `__Host-`. Slices declare theirs.
 */
export const COOKIE_NAMES = [
  // The session's token.
  "session",
  // The role that the session had within the last hour.
  "recent-role",
  // The browser, to those who have signed in with it.
  "device",
  // What a login code was requested for (CodePurpose), each with the challenge that this browser requested.
  "sign-in",
  "change-email",
  "leave-email",
  "delete-account",
  "confirm",
  // Nothing: whether the browser sends it back.
  "cookie-check",
  // The form that the end of a session interrupted.
  "interrupted-form",
  // The message for the next page.
  "flash",
  // How far the database was when this browser last wrote and last read.
  "last-write",
  "last-read",
  // Choices.
  "lng",
  "theme",
  "time-zone",
  "sidebar",
  "list-views",
  // The area whose account page was opened last.
  "area",
  "save-data",
  ...declared("cookies").flat(),
] as const;

/** Those that tell what somebody did here. They go when the session does. */
export const TRACES: readonly CookieName[] = declared("traces").flat();

export type CookieName = (typeof COOKIE_NAMES)[number] | `oauth-${string}`;
