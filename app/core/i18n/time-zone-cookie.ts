import { readCookie, serializeCookie } from "#app/core/lib/cookie.ts";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Marks a time zone that the reader has chosen, in place of the one that the browser is in. */
const CHOSEN = "chosen:";

/** The time zone that a browser told us. */
export interface ToldTimeZone {
  /** IANA, "Africa/Nairobi". */
  zone: string;
  /** Whether the reader has chosen it. Otherwise the browser is in it. */
  isChosen: boolean;
}

/** The cookie that remembers the browser's time zone, for document.cookie. */
export const timeZoneCookie = (value: string, url: { protocol: string }) =>
  serializeCookie({ name: "time-zone", value, maxAge: YEAR_SECONDS }, url);

/** The cookie that remembers a chosen time zone, for the Set-Cookie header. */
export const chosenTimeZoneCookie = (zone: string, url: { protocol: string }) =>
  timeZoneCookie(CHOSEN + zone, url);

/** The cookie that forgets it. */
export const noTimeZoneCookie = (url: { protocol: string }) =>
  serializeCookie({ name: "time-zone", value: "", maxAge: 0 }, url);

/** The time zone in a Cookie header or document.cookie; null if there is none that we know. */
export function readTimeZoneCookie(header: string | null): ToldTimeZone | null {
  const value = readCookie(header, "time-zone") ?? "";
  const isChosen = value.startsWith(CHOSEN);
  const zone = isChosen ? value.slice(CHOSEN.length) : value;
  return isTimeZone(zone) ? { zone, isChosen } : null;
}

/** Names that are known to be valid: each request asks for one, and checking takes a formatter. */
const valid = new Set<string>();
/** More than there are time zones. */
const MAX_VALID = 1000;

/** Whether a text names a time zone, by any of its names. */
export function isTimeZone(text: string): boolean {
  if (valid.has(text)) return true;
  // Some runtimes also take offsets, such as "+03:00", but names are all that a browser sends.
  if (!/^[a-z][\w+/-]{0,49}$/i.test(text)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: text });
    // Upper and lower case do not matter, so a stranger could think of many names.
    if (valid.size < MAX_VALID) valid.add(text);
    return true;
  } catch {
    return false;
  }
}
