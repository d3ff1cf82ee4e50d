import { readCookie, serializeCookie } from "#app/core/lib/cookie.ts";

const NAME = "script";
const HOUR_SECONDS = 60 * 60;

/**
 * Whether script sent a request. Browsers say so in Sec-Fetch-Dest, which has another value for a page that the browser
 * opens itself.
 */
const isByScript = ({ headers }: Request) => headers.get("Sec-Fetch-Dest") === "empty";

const hasCookie = ({ headers }: Request) => readCookie(headers.get("Cookie"), NAME) !== null;

/** Whether script runs in this browser: it sent this request, or another one within the last hour. */
export const hasScript = (request: Request): boolean => isByScript(request) || hasCookie(request);

/**
 * The Set-Cookie header that remembers for an hour that script runs in a browser. Null if the cookie is already set, or
 * if script may not run. The hour is short in case somebody turns script off.
 */
export const scriptCookie = (request: Request, url: URL): string | null =>
  isByScript(request) && !hasCookie(request)
    ? serializeCookie({ name: NAME, value: "on", maxAge: HOUR_SECONDS, httpOnly: true }, url)
    : null;
