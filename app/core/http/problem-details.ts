import { ERROR_CODES, type ErrorCode } from "#app/error-codes.ts";

/** The names of the statuses (RFC 9110). They are not translated. */
const TITLES: Record<number, string> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  408: "Request Timeout",
  409: "Conflict",
  412: "Precondition Failed",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  422: "Unprocessable Content",
  429: "Too Many Requests",
  500: "Internal Server Error",
  503: "Service Unavailable",
};

/** The media type of {@link problemDetails}. */
export const PROBLEM_TYPE = "application/problem+json";

/**
 * The body of the API's response to a refused or failed request (RFC 9457).
 * @param detail what is wrong, for people
 */
export function problemDetails(code: ErrorCode, detail: string, requestId: string) {
  const status = ERROR_CODES[code];
  return { type: "about:blank", title: TITLES[status] ?? "Error", status, detail, code, requestId };
}
