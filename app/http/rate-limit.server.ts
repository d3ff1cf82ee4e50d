import type { RateLimit } from "@cloudflare/workers-types";
import type { RouterContextProvider } from "react-router";
import { platformContext, requestIdContext } from "#app/context.ts";
import { logError } from "#app/lib/log.ts";
import { withinTimeLimit } from "#app/lib/time-limit.ts";
import { networkOf } from "./network.ts";

type Context = Readonly<RouterContextProvider>;

/** How long a rate limiter may take to answer (docs/product.md, Numbers). Milliseconds. */
const TIME_LIMIT = 1000;

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

/** Whether the caller's network, and the holder of an access token, may ask the API again. Each call counts. */
export async function mayCallApi(context: Context, tokenHash: string): Promise<boolean> {
  const { api } = context.get(platformContext).rateLimiters;
  const ofNetwork = await isWithinLimit(context, api, "calls of the API");
  return ofNetwork && (await isWithinLimit(context, api, "calls of the API", tokenHash));
}

/**
 * Returns true if the rate limiter fails, or does not answer in time: the limits that must be exact are in D1.
 * @param key what is limited; by default the caller's network
 */
async function isWithinLimit(
  context: Context,
  limiter: RateLimit | undefined,
  what: string,
  key?: string,
): Promise<boolean> {
  const { clientAddress } = context.get(platformContext);
  const limited = key ?? (clientAddress && networkOf(clientAddress));
  if (!limiter || !limited) return true;
  try {
    const late = () => new Error(`The rate limiter did not answer within ${TIME_LIMIT} ms`);
    return (await withinTimeLimit(limiter.limit({ key: limited }), TIME_LIMIT, late)).success;
  } catch (error) {
    logError(`${what} not limited by network`, error, context.get(requestIdContext));
    return true;
  }
}
