import type { ParseKeys } from "i18next";
import { type RouterContextProvider, redirect } from "react-router";
import { settingsContext } from "#app/context.ts";
import type { Flash } from "#app/ui/flash.ts";
import { signedCookie } from "./signed-cookie.server.ts";

/** Long enough for a slow redirect, short enough not to turn up in another visit. Seconds. */
const MAX_AGE_SECONDS = 60;

type Context = Readonly<RouterContextProvider>;

const flashCookie = (context: Context, url: URL) =>
  signedCookie("flash", context.get(settingsContext), url, MAX_AGE_SECONDS);

/**
 * Redirects to a page that will say, once, what has happened.
 * @param flash its message is a translation key, put into words by the page that shows it
 */
export async function redirectWithFlash(
  to: string,
  flash: Flash<ParseKeys>,
  { context, url, headers = new Headers() }: { context: Context; url: URL; headers?: Headers },
): Promise<Response> {
  headers.append("Set-Cookie", await flashCookie(context, url).serialize(flash));
  return redirect(to, { headers });
}

/** The message that waits for this page, if any, and the header that takes it away. */
export async function takeFlash(
  request: Request,
  { context, url }: { context: Context; url: URL },
): Promise<{ flash: Flash | null; headers: HeadersInit }> {
  const cookie = flashCookie(context, url);
  const flash: Flash | null = await cookie.parse(request.headers.get("Cookie"));
  if (!flash) return { flash: null, headers: {} };
  return { flash, headers: { "Set-Cookie": await cookie.serialize("", { maxAge: 0 }) } };
}
