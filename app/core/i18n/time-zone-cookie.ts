import { readCookie, serializeCookie } from "#app/core/lib/cookie.ts";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The prefix of a time zone that the reader has selected. Without it, the value is the browser's own time zone. */
const SELECTED_PREFIX = "chosen:";

/** The time zone in a browser's cookie. */
export interface StoredTimeZone {
  /** IANA, "Africa/Nairobi". */
  zone: string;
  /** Whether the reader has selected this time zone. Otherwise it is the browser's own. */
  isSelected: boolean;
}

/** The cookie that remembers the browser's time zone, for document.cookie. */
export const timeZoneCookie = (value: string, url: { protocol: string }) =>
  serializeCookie({ name: "time-zone", value, maxAge: YEAR_SECONDS }, url);

/** The cookie that remembers the reader's selected time zone, for the Set-Cookie header. */
export const selectedTimeZoneCookie = (zone: string, url: { protocol: string }) =>
  timeZoneCookie(SELECTED_PREFIX + zone, url);

/** The Set-Cookie header that deletes the time zone cookie. */
export const noTimeZoneCookie = (url: { protocol: string }) =>
  serializeCookie({ name: "time-zone", value: "", maxAge: 0 }, url);

/** The time zone in a Cookie header or document.cookie; null if there is none, or an unknown one. */
export function readTimeZoneCookie(header: string | null): StoredTimeZone | null {
  const value = readCookie(header, "time-zone") ?? "";
  const isSelected = value.startsWith(SELECTED_PREFIX);
  const zone = isSelected ? value.slice(SELECTED_PREFIX.length) : value;
  return isTimeZone(zone) ? { zone, isSelected } : null;
}

/** Time zone names known to be valid. Each request checks one, and a check has to create a formatter. */
const valid = new Set<string>();
/** There are fewer time zones than this. */
const MAX_VALID = 1000;

/** Whether a text names a time zone, by any of its names. */
export function isTimeZone(text: string): boolean {
  if (valid.has(text)) return true;
  // Some runtimes also accept offsets, such as "+03:00", but browsers only send names.
  if (!/^[a-z][\w+/-]{0,49}$/i.test(text)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: text });
    // Names ignore case, so a stranger could spell one in many ways.
    if (valid.size < MAX_VALID) valid.add(text);
    return true;
  } catch {
    return false;
  }
}
