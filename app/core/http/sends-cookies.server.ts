import { type RouterContextProvider, redirect } from "react-router";
import { platformContext } from "#app/context.ts";
import { serializeCookie } from "#app/core/lib/cookie.ts";

/** The search parameter of a repeated request, with the time when the first one was answered. */
const ASKED_AT = "cookies";

/**
 * For how long that parameter is accepted, in milliseconds. A short time is enough, because a browser repeats
 * the request immediately.
 */
const QUESTION_LIFE = 30_000;

/** The cookie that the repeated request must have. A minute is more than the round trip takes. */
const cookieCheck = (url: URL) =>
  serializeCookie({ name: "cookie-check", value: "kept", maxAge: 60, httpOnly: true }, url);

/**
 * Whether a request has any cookie. If so, the browser keeps cookies. If not, it may be the browser's first request.
 */
export const sendsCookies = (request: Request): boolean => Boolean(request.headers.get("Cookie"));

/** Headers that set a cookie, so that the browser's next request has one if it keeps any. */
export const withCookieCheck = (url: URL): HeadersInit => ({ "Set-Cookie": cookieCheck(url) });

/**
 * Whether the browser does not keep cookies. Nobody can sign in without them, so an email or a visit to a provider
 * would be wasted. A request without a cookie may also be the browser's first: it gets a cookie and is repeated.
 *
 * @param url the request's own, without the router's additions
 * @throws {Response} a redirect to the same URL (307, which makes a browser repeat the form), at most once
 */
export function keepsNoCookies(
  context: Readonly<RouterContextProvider>,
  request: Request,
  url: URL,
): boolean {
  if (sendsCookies(request)) return false;
  const { now } = context.get(platformContext);
  const elapsed = now - Number.parseInt(url.searchParams.get(ASKED_AT) ?? "", 36);
  if (elapsed >= 0 && elapsed < QUESTION_LIFE) return true;
  const search = new URLSearchParams(url.search);
  search.set(ASKED_AT, now.toString(36));
  throw redirect(`${url.pathname}?${search}`, { status: 307, headers: withCookieCheck(url) });
}
