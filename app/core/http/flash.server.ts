import type { ParseKeys } from "i18next";
import { data, type RouterContextProvider, redirect } from "react-router";
import { findViewerContext, i18nContext, platformContext, settingsContext } from "#app/context.ts";
import { type Failed, isErrorCode, type Refused } from "#app/core/db/written.ts";
import { pathOrHome, permissionOf } from "#app/page-permissions.ts";
import { noteRefusal } from "./refusal.server.ts";
import { signedCookie } from "./signed-cookie.server.ts";

/** The row that a message names. */
export interface MessageSubject {
  name: string;
  /** The path of the row's page, if it has a page and still exists. */
  to?: string;
}

/** The kind of message. A "loading" message stays until the next one. */
export type MessageType = "success" | "info" | "warning" | "error" | "loading";

/** A message shown once, on the next page: what the previous action did, in the reader's language. */
export interface Flash {
  type: MessageType;
  message: string;
  about?: MessageSubject;
  /** The path that undoes the action by a POST. */
  undo?: string;
}

/** The length at which a name is cut off, in characters, because a cookie's size is limited. */
const NAME_LENGTH = 200;

/** Long enough for a slow redirect, short enough not to show up in a later visit. In seconds. */
const MAX_AGE_SECONDS = 60;

type Context = Readonly<RouterContextProvider>;

const flashCookie = (context: Context) =>
  signedCookie("flash", context.get(settingsContext), context.get(platformContext).origin, MAX_AGE_SECONDS);

/** A pending message: a translation key with its namespace, and the values to interpolate. */
interface PendingFlash {
  type: MessageType;
  message: ParseKeys;
  values?: Record<string, string | number>;
  about?: MessageSubject;
  undo?: string;
}

/**
 * Redirects to a page that shows a message once.
 * @param message a translation key, or a refused or failed write, which is shown as an error
 * @param options.about the row that the message is about: the message names it, and links to it unless the redirect
 *   leads there
 * @param options.undo the path that undoes the action by a POST: the message gets a button for it
 * @throws a 404 response if the write was refused because its row no longer exists
 */
export async function redirectWithMessage(
  context: Context,
  to: string,
  message: ParseKeys | Refused | Failed,
  {
    type = "success",
    values,
    about,
    undo,
    headers = new Headers(),
  }: Partial<Omit<PendingFlash, "message">> & { headers?: Headers } = {},
): Promise<Response> {
  const pending: PendingFlash =
    typeof message === "string"
      ? {
          type,
          message,
          ...(values && { values }),
          ...(about?.name && { about: subjectAt(to, about) }),
          ...(undo !== undefined && { undo }),
        }
      : { type: "error", message: messageKeyOf(context, message) };
  headers.append("Set-Cookie", await flashCookie(context).serialize(pending));
  return redirect(await openPage(context, to), { headers });
}

/** The row that a message on a page names. @param page the path of the page, perhaps with a query */
function subjectAt(page: string, { name, to }: MessageSubject): MessageSubject {
  const subject = { name: name.slice(0, NAME_LENGTH) };
  return to === undefined || pathOf(to) === pathOf(page) ? subject : { ...subject, to };
}

const pathOf = (to: string) => to.split("?", 1)[0];

/**
 * The path, or the reader's start page if they may not open that path, because some roles may change rows that they
 * can't open.
 */
async function openPage(context: Context, to: string): Promise<string> {
  if (permissionOf(to) === null) return to;
  const viewer = await context.get(findViewerContext)();
  return viewer ? pathOrHome(viewer.role, to) : to;
}

function messageKeyOf(context: Context, reason: Refused | Failed): ParseKeys {
  const key = "failed" in reason ? reason.failed : reason.code;
  if (key === null) throw data(null, { status: 404 });
  if (!isErrorCode(key)) return key;
  noteRefusal(context, key);
  return `code:${key}`;
}

/**
 * The pending message for this page, if any, and the header that clears it. A prefetched page may never be shown, so it
 * leaves the message pending.
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
    flash: {
      type: pending.type,
      message,
      ...(pending.about && { about: pending.about }),
      ...(pending.undo !== undefined && { undo: pending.undo }),
    },
    headers: { "Set-Cookie": await cookie.serialize("", { maxAge: 0 }) },
  };
}
