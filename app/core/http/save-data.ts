import { readCookie, serializeCookie } from "#app/core/lib/cookie.ts";

/** The cookie that turns script back on until the browser is closed. */
const SAVE_DATA_COOKIE = "save-data";

/**
 * Whether to send pages without script. The browser asks to save data (client hint Save-Data: on) and the reader has
 * not overridden it.
 */
export function savesData(headers: Headers): boolean {
  if (headers.get("Save-Data")?.trim().toLowerCase() !== "on") return false;
  return readCookie(headers.get("Cookie"), SAVE_DATA_COOKIE) !== "off";
}

/** The Set-Cookie header that turns script back on for the rest of the browser session. */
export const ignoreSaveData = (url: URL): string =>
  serializeCookie({ name: SAVE_DATA_COOKIE, value: "off" }, url);
