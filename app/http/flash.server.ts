import type { ParseKeys } from "i18next";
import { type RouterContextProvider, redirect } from "react-router";
import { i18nContext, settingsContext } from "#app/context.ts";
import { signedCookie } from "./signed-cookie.server.ts";

/** What a message is about. One of type "loading" stays until the next message. */
export type MessageType = "success" | "info" | "warning" | "error" | "loading";

/** A message that one page shows once: what the action before it has done, in the reader's words. */
export interface Flash {
  type: MessageType;
  message: string;
}

/** Long enough for a slow redirect, short enough not to turn up in another visit. Seconds. */
const MAX_AGE_SECONDS = 60;

type Context = Readonly<RouterContextProvider>;

const flashCookie = (context: Context, url: URL) =>
  signedCookie("flash", context.get(settingsContext), url, MAX_AGE_SECONDS);

/** A message on its way to its page: a translation key, namespace included, and what the message interpolates. */
interface PendingFlash {
  type: MessageType;
  message: ParseKeys;
  values?: Record<string, string | number>;
}

/** Redirects to a page that will say, once, what has happened. */
export async function redirectWithFlash(
  to: string,
  flash: PendingFlash,
  { context, url, headers = new Headers() }: { context: Context; url: URL; headers?: Headers },
): Promise<Response> {
  headers.append("Set-Cookie", await flashCookie(context, url).serialize(flash));
  return redirect(to, { headers });
}

/**
 * The message that waits for this page, if any, and the header that takes it away. A page that is read ahead, and may
 * never be seen, leaves it waiting.
 */
export async function takeFlash(
  request: Request,
  { context, url }: { context: Context; url: URL },
): Promise<{ flash: Flash | null; headers: HeadersInit }> {
  const cookie = flashCookie(context, url);
  const pending: PendingFlash | null = await cookie.parse(request.headers.get("Cookie"));
  if (!pending || request.headers.get("Purpose") === "prefetch") return { flash: null, headers: {} };
  const message = context.get(i18nContext).t(pending.message, pending.values ?? {});
  return {
    flash: { type: pending.type, message },
    headers: { "Set-Cookie": await cookie.serialize("", { maxAge: 0 }) },
  };
}
