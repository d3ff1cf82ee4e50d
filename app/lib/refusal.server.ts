import { data, type RouterContextProvider } from "react-router";
import { i18nContext, refusalContext } from "#app/context.ts";
import { ERROR_CODES, type ErrorCode } from "./error-codes.ts";

type Context = Readonly<RouterContextProvider>;

/** Why a request was refused. */
export interface Refusal {
  code: ErrorCode;
  /** The address it was about, where nobody is signed in. */
  email: string | null;
}

/**
 * Notes that a rule refuses this request: the answer's X-Error-Code, the log and the audit log will say so.
 * @returns the message, in the reader's language
 */
export function refuse(context: Context, code: ErrorCode, email: string | null = null): string {
  context.get(refusalContext).refusal = { code, email };
  return context.get(i18nContext).t(`code:${code}`);
}

/** What to throw where a rule refuses a whole request: an error page, or as data its code and message. */
export function refused(context: Context, code: ErrorCode) {
  return data({ code, message: refuse(context, code) }, { status: ERROR_CODES[code] });
}
