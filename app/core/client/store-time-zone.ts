import { timeZoneCookie } from "#app/core/i18n/time-zone-cookie.ts";
import { readCookie } from "#app/core/lib/cookie.ts";

/**
 * Stores the browser's time zone in a cookie for the server, unless the reader has selected one. Later pages show times
 * in it.
 */
export function storeTimeZone(): void {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const stored = readCookie(document.cookie, "time-zone");
  // A time zone that the reader has selected contains a colon.
  if (stored === zone || stored?.includes(":")) return;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = timeZoneCookie(zone, location);
}
