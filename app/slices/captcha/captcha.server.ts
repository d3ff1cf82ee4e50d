import type { RouterContextProvider } from "react-router";
import { dbContext, platformContext, requestIdContext, settingsContext } from "#app/context.ts";
import { logError } from "#app/core/lib/log.ts";
import { signInPolicy } from "#app/identity/auth/sign-in-policy.server.ts";
import { knownDevice } from "#app/identity/device/device-cookie.server.ts";
import type { CaptchaRefusal } from "#app/identity/hooks/hooks.server.ts";
import { hasManyLoginFailures } from "#app/identity/login-code/login-failures.server.ts";
import { isTurnstileToken, TurnstileUnavailableError } from "./turnstile.server.ts";

type Context = Readonly<RouterContextProvider>;

/**
 * Whether a captcha is needed to try a code for an address (docs/decisions/0032). Costs one query, or none if captchas
 * are not set up or this browser has signed in to the address before.
 */
export async function isCaptchaAsked(context: Context, request: Request, email: string): Promise<boolean> {
  const settings = context.get(settingsContext);
  if (!settings.TURNSTILE_SECRET_KEY || signInPolicy(settings).isShared(email)) return false;
  if (await knownDevice(context, request, email)) return false;
  const { now } = context.get(platformContext);
  return hasManyLoginFailures(context.get(dbContext), now, settings.LOGIN_FAILURES_ALARM);
}

/** Checks the captcha's token in a form. @returns null if it is valid */
export async function checkCaptcha(context: Context, token: string): Promise<CaptchaRefusal | null> {
  if (!token) return "MISSING_RESPONSE";
  const { origin, clientAddress } = context.get(platformContext);
  const visitor = { hostname: origin.hostname, address: clientAddress };
  try {
    const isGood = await isTurnstileToken(context.get(settingsContext), token, visitor);
    return isGood ? null : "VERIFICATION_FAILED";
  } catch (error) {
    logError("captcha not checked", error, context.get(requestIdContext));
    return error instanceof TurnstileUnavailableError ? "SERVICE_UNAVAILABLE" : "UNKNOWN_ERROR";
  }
}
