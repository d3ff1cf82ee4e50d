import type { Cookie, RouterContextProvider } from "react-router";
import { platformContext, settingsContext } from "#app/context.ts";
import { signedCookie } from "#app/core/http/signed-cookie.server.ts";

/** An hour: longer than a sign-in can wait, so a late code is reported as expired. */
const MAX_AGE_SECONDS = 60 * 60;

/** The cookie with the id of this browser's pending sign-in, which waits for its second step. */
export const pendingSignInCookie = (context: Readonly<RouterContextProvider>): Cookie =>
  signedCookie(
    "second-step",
    context.get(settingsContext),
    context.get(platformContext).origin,
    MAX_AGE_SECONDS,
  );
