import { type RouterContextProvider, redirect } from "react-router";
import { platformContext } from "#app/context.ts";
import { serializeCookie } from "#app/core/lib/cookie.ts";

/** The search parameter that says when a request was sent again, to see whether it brings a cookie. */
const ASKED_AT = "cookies";

/** For how long that counts, in milliseconds: a browser sends the request again at once. */
const QUESTION_LIFE = 30_000;

/** What to see again. A minute is more than the way there and back takes. */
const cookieCheck = (url: URL) =>
  serializeCookie({ name: "cookie-check", value: "kept", maxAge: 60, httpOnly: true }, url);

/** Whether a request has any cookie at all: then the browser keeps cookies. Without one it may be the first request. */
export const sendsCookies = (request: Request): boolean => Boolean(request.headers.get("Cookie"));

/** The headers of a response before which a browser may have no cookie yet, and after which it has one if it keeps any. */
export const withCookieCheck = (url: URL): HeadersInit => ({ "Set-Cookie": cookieCheck(url) });

/**
 * Whether the browser keeps no cookies. Without them nobody can sign in, so what follows would be in vain: a mail, a visit to a
 * provider. A request without a cookie may also be the first one, so it gets a cookie, and is sent again.
 *
 * @param url the request's own, without what the router adds
 * @throws {Response} a redirect to the same URL (307, with which a browser sends a form again), at most once
 */
export function keepsNoCookies(
  context: Readonly<RouterContextProvider>,
  request: Request,
  url: URL,
): boolean {
  if (sendsCookies(request)) return false;
  const { now } = context.get(platformContext);
  const asked = now - Number.parseInt(url.searchParams.get(ASKED_AT) ?? "", 36);
  if (asked >= 0 && asked < QUESTION_LIFE) return true;
  const search = new URLSearchParams(url.search);
  search.set(ASKED_AT, now.toString(36));
  throw redirect(`${url.pathname}?${search}`, { status: 307, headers: withCookieCheck(url) });
}
