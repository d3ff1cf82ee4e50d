import type { ParseKeys } from "i18next";
import { data, type RouterContextProvider, redirect } from "react-router";
import { i18nContext, platformContext, settingsContext } from "#app/context.ts";
import { type Failed, isErrorCode, type Refused } from "#app/db/written.ts";
import { noteRefusal } from "./refusal.server.ts";
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

const flashCookie = (context: Context) =>
  signedCookie("flash", context.get(settingsContext), context.get(platformContext).origin, MAX_AGE_SECONDS);

/** A message on its way to its page: a translation key with its namespace, and what the message interpolates. */
interface PendingFlash {
  type: MessageType;
  message: ParseKeys;
  values?: Record<string, string | number>;
}

/**
 * Redirects to a page that shows a message once.
 * @param message a translation key, or why a write was refused or failed, which is told as an error
 * @throws a 404 response for the refusal of a row that is gone
 */
export async function redirectWithMessage(
  context: Context,
  to: string,
  message: ParseKeys | Refused | Failed,
  {
    type = "success",
    values,
    headers = new Headers(),
  }: { type?: MessageType; values?: PendingFlash["values"]; headers?: Headers } = {},
): Promise<Response> {
  const pending: PendingFlash =
    typeof message === "string"
      ? { type, message, ...(values && { values }) }
      : { type: "error", message: messageKeyOf(context, message) };
  headers.append("Set-Cookie", await flashCookie(context).serialize(pending));
  return redirect(to, { headers });
}

function messageKeyOf(context: Context, reason: Refused | Failed): ParseKeys {
  const told = "failed" in reason ? reason.failed : reason.code;
  if (told === null) throw data(null, { status: 404 });
  if (!isErrorCode(told)) return told;
  noteRefusal(context, told);
  return `code:${told}`;
}

/**
 * The message that waits for this page, if any, and the header that removes it. A page that is only prefetched may
 * never be seen, so it leaves the message waiting.
 */
export async function takeFlash(
  request: Request,
  context: Context,
): Promise<{ flash: Flash | null; headers: HeadersInit }> {
  const cookie = flashCookie(context);
  const pending: PendingFlash | null = await cookie.parse(request.headers.get("Cookie"));
  if (!pending || request.headers.get("Purpose") === "prefetch") return { flash: null, headers: {} };
  const message = context.get(i18nContext).t(pending.message, pending.values ?? {});
  return {
    flash: { type: pending.type, message },
    headers: { "Set-Cookie": await cookie.serialize("", { maxAge: 0 }) },
  };
}
