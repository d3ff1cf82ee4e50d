import { timeZoneCookie } from "#app/core/i18n/time-zone-cookie.ts";
import { readCookie } from "#app/core/lib/cookie.ts";

/** Tells the server the browser's time zone, if it has none yet. Later pages show their times in it. */
export function tellTimeZone(): void {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const told = readCookie(document.cookie, "time-zone");
  // One that the reader has chosen is marked.
  if (told === zone || told?.includes(":")) return;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = timeZoneCookie(zone, location);
}
