import { HTTPException } from "hono/http-exception";
import { isRouteErrorResponse, type RouterContextProvider } from "react-router";
import { i18nContext, refusalContext, requestIdContext } from "#app/context.ts";
import { PROBLEM_TYPE, problemDetails } from "#app/core/http/problem-details.ts";
import { noteRefusal } from "#app/core/http/refusal.server.ts";
import { logError } from "#app/core/lib/log.ts";
import type { ErrorCode } from "#app/error-codes.ts";

type Context = Readonly<RouterContextProvider>;

/** The error of a field of the request, in the caller's language. */
export interface FieldProblem {
  field: string;
  message: string;
}

/** Thrown to refuse a request to the API. */
export class ApiProblem extends Error {
  readonly code: ErrorCode;
  readonly errors: FieldProblem[] | undefined;
  readonly headers: Record<string, string>;
  /** The current state of the row, for a caller who has an older state. */
  readonly current: unknown;

  constructor(
    code: ErrorCode,
    {
      errors,
      headers = {},
      current,
    }: { errors?: FieldProblem[]; headers?: Record<string, string>; current?: unknown } = {},
  ) {
    super(code);
    this.code = code;
    this.errors = errors;
    this.headers = headers;
    this.current = current;
  }
}

/** The codes of refusals that have only a status, such as the refusal of a cursor that belongs to another list. */
const CODES_BY_STATUS: Record<number, ErrorCode> = {
  400: "INVALID_REQUEST",
  404: "NOT_FOUND",
  413: "PAYLOAD_TOO_LARGE",
  415: "UNSUPPORTED_MEDIA_TYPE",
};

/**
 * The response to a request that failed or was refused (RFC 9457): the error code, its message in the caller's
 * language, the errors of each field, and the id of the request.
 * @param thrown an ApiProblem, a refusal that pages throw, or any error, which is logged and never shown
 */
export function problemResponse(context: Context, thrown: unknown): Response {
  const { code, errors, headers, current } = problemOf(context, thrown);
  const problem = problemDetails(code, noteRefusal(context, code), context.get(requestIdContext));
  const { status } = problem;
  const { retryAfterSeconds } = context.get(refusalContext).refusal ?? {};
  return Response.json(
    {
      ...problem,
      ...(errors && { errors }),
      ...(current !== undefined && { current }),
    },
    {
      status,
      headers: {
        ...headers,
        ...(status === 429 && { "Retry-After": String(retryAfterSeconds ?? 60) }),
        "Content-Type": PROBLEM_TYPE,
        "Content-Language": context.get(i18nContext).language,
      },
    },
  );
}

function problemOf(context: Context, thrown: unknown): ApiProblem {
  if (thrown instanceof ApiProblem) return thrown;
  const { refusal } = context.get(refusalContext);
  const status = statusOf(thrown);
  if (status === null || status >= 500) {
    logError("request failed", thrown, context.get(requestIdContext));
    return new ApiProblem(refusal?.code ?? "UNKNOWN_ERROR");
  }
  return new ApiProblem(refusal?.code ?? CODES_BY_STATUS[status] ?? "INVALID_REQUEST");
}

/** The status of a refusal that pages throw; null for an error. */
function statusOf(thrown: unknown): number | null {
  if (thrown instanceof HTTPException || thrown instanceof Response || isRouteErrorResponse(thrown))
    return thrown.status;
  const init = (thrown as { init?: ResponseInit | null } | null)?.init;
  return init?.status ?? null;
}
