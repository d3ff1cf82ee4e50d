import type { RouterContextProvider } from "react-router";
import { platformContext, settingsContext } from "#app/context.ts";
import { rememberDevice } from "#app/identity/device/device-cookie.server.ts";
import { sessionCookie } from "#app/identity/session/session-cookie.server.ts";
import { storeEmailLocale } from "#app/identity/user/email-locale.server.ts";
import type { SignedIn } from "./signed-in.ts";

/**
 * The cookies for a browser in which someone has just signed in. Emails to this user now use the browser's
 * language.
 */
export async function signedInHeaders(
  context: Readonly<RouterContextProvider>,
  request: Request,
  { user, sessionToken }: SignedIn,
): Promise<Headers> {
  storeEmailLocale(context, request, user.id);
  const { origin } = context.get(platformContext);
  const headers = new Headers();
  headers.append(
    "Set-Cookie",
    await sessionCookie(context.get(settingsContext), origin).serialize(sessionToken),
  );
  headers.append("Set-Cookie", await rememberDevice(context, request, user));
  return headers;
}
