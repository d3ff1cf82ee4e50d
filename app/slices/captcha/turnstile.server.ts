import * as z from "zod";
import type { Settings } from "#app/settings.ts";

/** The widget's action. Tokens for any other action are refused. */
export const TURNSTILE_ACTION = "sign-in";

/** The longest token that Turnstile issues. */
const MOST_CHARACTERS = 2048;
/** The time limit for checking a token, in milliseconds (docs/product.md, Numbers). */
const TIME_LIMIT = 5000;

/** Turnstile's codes for tokens that are forged, used before, or older than five minutes. */
const BAD_TOKEN = ["missing-input-response", "invalid-input-response", "timeout-or-duplicate"];

const answerSchema = z.discriminatedUnion("success", [
  z.object({ success: z.literal(true), hostname: z.string(), action: z.string().nullish() }),
  z.object({ success: z.literal(false), "error-codes": z.array(z.string()) }),
]);

/** Turnstile's code for its own failure, after which the token can be checked again. */
const OUTAGE = "internal-error";

/** Turnstile could not check a token: it could not be reached, timed out, failed, or limited our requests. */
export class TurnstileUnavailableError extends Error {
  override name = "TurnstileUnavailableError";
}

/**
 * Whether Turnstile issued a token for this site's sign-in page. Turnstile accepts each token once.
 *
 * @param hostname the host name of the page that showed the widget
 * @param address the visitor's IP address, if known; Turnstile compares it with the address that used the
 *   widget
 * @throws {TurnstileUnavailableError}
 * @throws if it could not check the token for another reason, such as a wrong secret
 */
export async function isTurnstileToken(
  { TURNSTILE_URL, TURNSTILE_SECRET_KEY = "" }: Settings,
  token: string,
  { hostname, address }: { hostname: string; address: string | null },
): Promise<boolean> {
  if (token.length > MOST_CHARACTERS) return false;
  const fields = { secret: TURNSTILE_SECRET_KEY, response: token, ...(address && { remoteip: address }) };
  const verdict = answerSchema.parse(await ask(new URL("/turnstile/v0/siteverify", TURNSTILE_URL), fields));
  if (verdict.success) return verdict.hostname === hostname && verdict.action === TURNSTILE_ACTION;
  const codes = verdict["error-codes"];
  if (codes.length > 0 && codes.every((code) => BAD_TOKEN.includes(code))) return false;
  const message = `Turnstile did not check the token: ${codes.join(", ")}`;
  throw codes.includes(OUTAGE) ? new TurnstileUnavailableError(message) : new Error(message);
}

async function ask(url: URL, fields: Record<string, string>): Promise<unknown> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method: "POST",
      body: new URLSearchParams(fields),
      // A redirect is an error, so that the secret is never sent to another address.
      redirect: "manual",
      signal: AbortSignal.timeout(TIME_LIMIT),
    });
    text = await response.text();
  } catch (cause) {
    throw new TurnstileUnavailableError("Turnstile did not answer", { cause });
  }
  if (response.status >= 500 || response.status === 429)
    throw new TurnstileUnavailableError(`Turnstile answered ${response.status}`);
  return JSON.parse(text);
}
