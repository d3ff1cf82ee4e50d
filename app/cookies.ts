import { declared } from "./slices.ts";

/**
 * The cookies that the product sets. docs/privacy.md says what each is for and how long it lasts. Over https, signed
 * cookies have the prefix `__Host-`. Slices declare theirs.
 */
export const COOKIE_NAMES = [
  // The session's token.
  "session",
  // The role that the session had within the last hour.
  "recent-role",
  // The session's user, as the database confirmed within the last minute.
  "claim",
  // Identifies the browser to the users who have signed in with it.
  "device",
  // One cookie for each purpose of a login code (CodePurpose): the challenge that this browser requested.
  "sign-in",
  "change-email",
  "leave-email",
  "delete-account",
  "confirm",
  // Empty: it shows whether the browser sends cookies back.
  "cookie-check",
  // The form that an expired session interrupted.
  "interrupted-form",
  // The message for the next page.
  "flash",
  // The state of the database when this browser last wrote and last read.
  "last-write",
  "last-read",
  // Empty: it shows that script runs.
  "script",
  // Preferences.
  "lng",
  "theme",
  "time-zone",
  "sidebar",
  "list-views",
  // The area whose account page the reader opened last.
  "area",
  "save-data",
  // The style sheet that this browser has fetched.
  "styles",
  ...declared("cookies").flat(),
] as const;

/** Cookies that reveal what somebody did here. They are deleted when the session ends. */
export const TRACE_COOKIES: readonly CookieName[] = declared("traces").flat();

export type CookieName = (typeof COOKIE_NAMES)[number] | `oauth-${string}`;
