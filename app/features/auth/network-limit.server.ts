import type { RouterContextProvider } from "react-router";
import { platformContext, requestIdContext } from "#app/context.ts";
import { networkOf } from "#app/http/network.ts";
import { logError } from "#app/lib/log.ts";

/**
 * Whether the caller's network may request another login code (docs/decisions/0023). Each call counts as a request.
 * Returns true if the rate limiter fails: the limits that must be exact are in D1.
 */
export async function mayAskForCode(context: Readonly<RouterContextProvider>): Promise<boolean> {
  const { clientAddress, rateLimiters } = context.get(platformContext);
  if (!rateLimiters.loginCodes || !clientAddress) return true;
  try {
    return (await rateLimiters.loginCodes.limit({ key: networkOf(clientAddress) })).success;
  } catch (error) {
    logError("login codes not limited by network", error, context.get(requestIdContext));
    return true;
  }
}
