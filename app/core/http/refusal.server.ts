import { data, type RouterContextProvider } from "react-router";
import { i18nContext, type Refusal, refusalContext } from "#app/context.ts";
import { ERROR_CODES, type ErrorCode } from "#app/error-codes.ts";

type Context = Readonly<RouterContextProvider>;

/**
 * Records that a rule refused this request, in the X-Error-Code and Retry-After headers, the request log and the audit
 * log. Only the first refusal counts, because an area's guard runs before the guard of a page in it, on reads and
 * writes alike.
 * @returns the message, in the reader's language
 */
export function noteRefusal(
  context: Context,
  code: ErrorCode,
  { email = null, retryAfterSeconds }: Partial<Omit<Refusal, "code">> = {},
): string {
  context.get(refusalContext).refusal ??= { code, email, retryAfterSeconds };
  return context.get(i18nContext).t(`code:${code}`);
}

/** The response to throw when a rule refuses a whole request. Its error page shows the code's message. */
export function refusalResponse(context: Context, code: ErrorCode) {
  return data({ code, message: noteRefusal(context, code) }, { status: ERROR_CODES[code] });
}

/**
 * Like {@link refusalResponse}, for a form. With script it keeps the reader's input, and a toast shows the code's
 * message (client/client-middleware.ts).
 */
export function refusalInPlace(context: Context, code: ErrorCode) {
  const message = noteRefusal(context, code);
  return data({ code, message, inPlace: "toast" }, { status: ERROR_CODES[code] });
}
