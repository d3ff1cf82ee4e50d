import { readCookie, serializeCookie } from "#app/core/lib/cookie.ts";

const NAME = "script";
const HOUR_SECONDS = 60 * 60;

/** The cookie with which script shows that it runs, for document.cookie. It lasts an hour, in case somebody turns script off. */
export const scriptCookie = (url: { protocol: string }): string =>
  serializeCookie({ name: NAME, value: "on", maxAge: HOUR_SECONDS }, url);

/** Whether script ran in this browser within the last hour. */
export const hasScript = (request: Request): boolean =>
  readCookie(request.headers.get("Cookie"), NAME) !== null;
