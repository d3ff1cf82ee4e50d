import type { RateLimit } from "@cloudflare/workers-types";
import type { RouterContextProvider } from "react-router";
import { platformContext, requestIdContext } from "#app/context.ts";
import { networkOf } from "#app/http/network.ts";
import { logError } from "#app/lib/log.ts";

type Context = Readonly<RouterContextProvider>;

/** The period of the limits in wrangler.toml. */
export const NETWORK_LIMIT_SECONDS = 60;

/** Whether the caller's network may request another login code (docs/decisions/0023). Each call counts as a request. */
export const mayAskForCode = (context: Context): Promise<boolean> =>
  isWithinLimit(context, context.get(platformContext).rateLimiters.loginCodes, "login codes");

/**
 * Whether the caller's network may try another code or link (docs/decisions/0032). Each call counts as a try, even if
 * what is tried turns out to be right.
 */
export const mayTryCode = (context: Context): Promise<boolean> =>
  isWithinLimit(context, context.get(platformContext).rateLimiters.loginTries, "login tries");

/** Returns true if the rate limiter fails: the limits that must be exact are in D1. */
async function isWithinLimit(
  context: Context,
  limiter: RateLimit | undefined,
  what: string,
): Promise<boolean> {
  const { clientAddress } = context.get(platformContext);
  if (!limiter || !clientAddress) return true;
  try {
    return (await limiter.limit({ key: networkOf(clientAddress) })).success;
  } catch (error) {
    logError(`${what} not limited by network`, error, context.get(requestIdContext));
    return true;
  }
}
