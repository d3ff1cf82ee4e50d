import type { RateLimit } from "@cloudflare/workers-types";
import { data, type RouterContextProvider } from "react-router";
import {
  findViewerContext,
  mayWriteContext,
  platformContext,
  requestIdContext,
  tenantKeyContext,
} from "#app/context.ts";
import { logError } from "#app/core/lib/log.ts";
import { withinTimeLimit } from "#app/core/lib/time-limit.ts";
import { ERROR_CODES } from "#app/error-codes.ts";
import { networkOf } from "./network.ts";
import { noteRefusal } from "./refusal.server.ts";

type Context = Readonly<RouterContextProvider>;

/** How long a rate limiter may take to respond (docs/product.md, Numbers). Milliseconds. */
const TIME_LIMIT = 1000;

/** The period of the limits in wrangler.toml. */
export const NETWORK_LIMIT_SECONDS = 60;
/** The period of the write limit. */
const WRITE_LIMIT_SECONDS = NETWORK_LIMIT_SECONDS;

/** Whether the caller's network may request another login code (docs/decisions/0023). Each call counts as a request. */
export const mayAskForCode = (context: Context): Promise<boolean> =>
  isWithinLimit(context, context.get(platformContext).rateLimiters.loginCodes, "login codes");

/**
 * Whether the caller's network may try another code or link (docs/decisions/0032). Each call counts as a try, even if
 * the code turns out to be right.
 */
export const mayTryCode = (context: Context): Promise<boolean> =>
  isWithinLimit(context, context.get(platformContext).rateLimiters.loginTries, "login tries");

/** Whether the caller's network and access token may call the API again. Each call counts. */
export async function mayCallApi(context: Context, tokenHash: string): Promise<boolean> {
  const { api } = context.get(platformContext).rateLimiters;
  const ofNetwork = await isWithinLimit(context, api, "calls of the API");
  return ofNetwork && (await isWithinLimit(context, api, "calls of the API", tokenHash));
}

/**
 * Whether the signed-in user, or the access token's owner, may write again (docs/decisions/0058). Each request counts
 * once, however often this is called. During impersonation, the write counts for the administrator. All keys of a
 * tenant share one limit. Visitors are not counted here; the limits on signing in apply to them.
 */
export function mayWrite(context: Context): Promise<boolean> {
  const allowed = context.get(mayWriteContext) ?? askWhetherToWrite(context);
  context.set(mayWriteContext, allowed);
  return allowed;
}

/** The id of the person or tenant for whom the writes of a request count; undefined for a visitor. */
export async function writerOf(context: Context): Promise<string | undefined> {
  const viewer = await context.get(findViewerContext)();
  return context.get(tenantKeyContext)?.tenant.id ?? viewer?.impersonator?.id ?? viewer?.id;
}

async function askWhetherToWrite(context: Context): Promise<boolean> {
  const writer = await writerOf(context);
  if (writer === undefined) return true;
  const { writes } = context.get(platformContext).rateLimiters;
  const may = await isWithinLimit(context, writes, "writes", writer);
  if (!may) noteRefusal(context, "LIMIT_REACHED", { retryAfterSeconds: WRITE_LIMIT_SECONDS });
  return may;
}

/**
 * Exempts a request from the write limit: one that must never wait, such as signing out, or one that continues a write
 * that was counted already.
 */
export const writeUncounted = (context: Context): void => context.set(mayWriteContext, Promise.resolve(true));

/**
 * Refuses a request whose sender has made too many writes. With script, the page stays as it is.
 * @throws a 429 response
 */
export async function requireMayWrite(context: Context): Promise<void> {
  if (await mayWrite(context)) return;
  const code = "LIMIT_REACHED";
  const refusal = { code, message: noteRefusal(context, code), inPlace: "toast" };
  throw data(refusal, { status: ERROR_CODES[code] });
}

/**
 * Returns true if the rate limiter fails or does not respond in time: the limits that must be exact are in D1.
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
    logError(`${what} not limited${key ? "" : " by network"}`, error, context.get(requestIdContext));
    return true;
  }
}
