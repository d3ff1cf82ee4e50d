import { readCookie, serializeCookie } from "#app/core/lib/cookie.ts";

const NAME = "script";
const HOUR_SECONDS = 60 * 60;

/** Whether script sent a request: a browser says so (Fetch Metadata), and a page that it opens itself has another destination. */
const isByScript = ({ headers }: Request) => headers.get("Sec-Fetch-Dest") === "empty";

const hasCookie = ({ headers }: Request) => readCookie(headers.get("Cookie"), NAME) !== null;

/** Whether script runs in this browser: it sent this request, or another one within the last hour. */
export const hasScript = (request: Request): boolean => isByScript(request) || hasCookie(request);

/**
 * The Set-Cookie header that remembers for an hour that script runs in a browser; null if it is remembered, or not
 * known. Not for longer, in case somebody turns script off.
 */
export const scriptCookie = (request: Request, url: URL): string | null =>
  isByScript(request) && !hasCookie(request)
    ? serializeCookie({ name: NAME, value: "on", maxAge: HOUR_SECONDS, httpOnly: true }, url)
    : null;
