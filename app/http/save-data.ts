import { readCookie, serializeCookie } from "#app/lib/cookie.ts";

/** The cookie of readers who want script all the same, until the browser is closed. */
const SAVE_DATA_COOKIE = "save-data";

/**
 * Whether pages go out without script: the browser asks to save data (the client hint Save-Data: on), and the reader has
 * not said otherwise.
 */
export function savesData(headers: Headers): boolean {
  if (headers.get("Save-Data")?.trim().toLowerCase() !== "on") return false;
  return readCookie(headers.get("Cookie"), SAVE_DATA_COOKIE) !== "off";
}

/** The Set-Cookie header with which pages come with script, for the rest of the browser's session. */
export const ignoreSaveData = (url: URL): string =>
  serializeCookie({ name: SAVE_DATA_COOKIE, value: "off" }, url);
