import type { RouterContextProvider } from "react-router";
import { platformContext, requestIdContext } from "#app/context.ts";
import { networkOf } from "#app/http/network.ts";
import { logError } from "#app/lib/log.ts";

/**
 * Whether the caller's network may ask for one more login code (docs/decisions/0023). Each call counts.
 * If the limiter fails, the answer is yes: the limits that must be exact are D1's.
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
