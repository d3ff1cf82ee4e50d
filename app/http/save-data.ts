/** The cookie of who wants script all the same, until the browser is closed. */
const SAVE_DATA_COOKIE = "save-data";

/**
 * Whether pages go out without script: the browser asks to save data (Save-Data: on, a client hint), and the reader has
 * not said otherwise.
 */
export function savesData(headers: Headers): boolean {
  if (headers.get("Save-Data")?.trim().toLowerCase() !== "on") return false;
  return !/(?:^|;\s*)save-data=off(?:;|$)/.test(headers.get("Cookie") ?? "");
}

/** The Set-Cookie header with which pages come with script, for the rest of the session. */
export function ignoreSaveData(url: URL): string {
  const secure = url.protocol === "https:" ? "; Secure" : "";
  return `${SAVE_DATA_COOKIE}=off; Path=/; SameSite=Lax${secure}`;
}
