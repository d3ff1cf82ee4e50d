import type { MiddlewareFunction } from "react-router";
import { mailNoticesContext, platformContext, settingsContext } from "#app/context.ts";
import { mailNoticesOf } from "#app/identity/notice/mail-notices.server.ts";

/** Mails the notices that a request has written (`withNotice`), in the background. What it can't mail, the cron tries again. */
export const notices: MiddlewareFunction<Response> = async ({ context }, next) => {
  let areWritten = false;
  context.set(mailNoticesContext, () => {
    areWritten = true;
  });
  const response = await next();
  if (areWritten) {
    const { kv, now, inBackground } = context.get(platformContext);
    const settings = context.get(settingsContext);
    inBackground((db) => mailNoticesOf(db, { settings, kv }, now));
  }
  return response;
};
