import { HTTPException } from "hono/http-exception";
import { isRouteErrorResponse, type RouterContextProvider } from "react-router";
import { i18nContext, refusalContext, requestIdContext } from "#app/context.ts";
import { PROBLEM_TYPE, problemDetails } from "#app/core/http/problem-details.ts";
import { noteRefusal } from "#app/core/http/refusal.server.ts";
import { logError } from "#app/core/lib/log.ts";
import type { ErrorCode } from "#app/error-codes.ts";

type Context = Readonly<RouterContextProvider>;

/** What is wrong with a field of the request, in the caller's language. */
export interface FieldProblem {
  field: string;
  message: string;
}

/** What to throw when the API refuses a request. */
export class ApiProblem extends Error {
  readonly code: ErrorCode;
  readonly errors: FieldProblem[] | undefined;
  readonly headers: Record<string, string>;
  /** What the row holds now, for a caller that held something older. */
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

/** The codes of refusals that are a status and nothing more, such as those of a list for a cursor of another one. */
const CODES_BY_STATUS: Record<number, ErrorCode> = {
  400: "INVALID_REQUEST",
  404: "NOT_FOUND",
  413: "PAYLOAD_TOO_LARGE",
  415: "UNSUPPORTED_MEDIA_TYPE",
};

/**
 * The answer to a request that failed or was refused (RFC 9457): the code of the catalogue, its message in the caller's
 * language, what is wrong with which field, and the id of the request.
 * @param thrown an ApiProblem, what pages throw to refuse a request, or any error, which is logged and never shown
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

/** The status of what pages throw to refuse a request; null for an error. */
function statusOf(thrown: unknown): number | null {
  if (thrown instanceof HTTPException || thrown instanceof Response || isRouteErrorResponse(thrown))
    return thrown.status;
  const init = (thrown as { init?: ResponseInit | null } | null)?.init;
  return init?.status ?? null;
}
