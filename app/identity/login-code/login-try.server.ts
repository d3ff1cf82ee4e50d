import type { RouterContextProvider } from "react-router";
import { dbContext, platformContext, settingsContext } from "#app/context.ts";
import { mayTryCode, NETWORK_LIMIT_SECONDS } from "#app/core/http/rate-limit.server.ts";
import { knownDevice } from "#app/identity/device/device-cookie.server.ts";
import { type CaptchaRefusal, hooked } from "#app/identity/hooks/hooks.server.ts";
import type { LoginChallengeContext } from "./login-challenge.server.ts";
import { countLoginFailure } from "./login-failures.server.ts";

type Context = Readonly<RouterContextProvider>;

/**
 * Why an attempt was refused before checking its code. It does not count towards the limits of the code or the address.
 */
export type RefusedTry =
  | { outcome: "too-many-from-network"; retryAfterSeconds: number }
  | { outcome: "captcha"; code: CaptchaRefusal };

/** The dependencies of trying a code or a link. */
export interface LoginTryContext extends LoginChallengeContext {
  /** Refuses the attempt or returns null. Call it once, before checking anything. */
  guard: () => Promise<RefusedTry | null>;
  /** Counts a wrong code for the whole site, after the response. */
  countFailure: () => void;
}

/** An attempt that is limited only by network, unless `guard` says otherwise. */
export function loginTry(context: Context, guard = () => guardNetwork(context)): LoginTryContext {
  const settings = context.get(settingsContext);
  const { kv, now, inBackground } = context.get(platformContext);
  const countFailure = () => inBackground((db) => countLoginFailure(db, now, settings.LOGIN_FAILURES_ALARM));
  return { db: context.get(dbContext), kv, settings, now, guard, countFailure };
}

/**
 * Guards a visitor's attempt to sign in with a code. A browser that has signed in with the address before always
 * passes, so that strangers, on its network or elsewhere, can't lock it out. Its attempts have a separate budget.
 */
export async function guardSignIn(
  context: Context,
  request: Request,
  { email, captcha }: { email: string; captcha: string },
): Promise<RefusedTry | null> {
  if (await knownDevice(context, request, email)) return null;
  const refused = await guardNetwork(context);
  if (refused) return refused;
  for (const { refuseTry } of hooked("loginCode")) {
    const code = await refuseTry?.(context, request, { email, captcha });
    if (code) return { outcome: "captcha", code };
  }
  return null;
}

async function guardNetwork(context: Context): Promise<RefusedTry | null> {
  if (await mayTryCode(context)) return null;
  return { outcome: "too-many-from-network", retryAfterSeconds: NETWORK_LIMIT_SECONDS };
}
