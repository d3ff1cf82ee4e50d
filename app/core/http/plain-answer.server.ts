import { logRequest } from "#app/core/lib/log.ts";
import type { ErrorCode } from "#app/error-codes.ts";
import { isApi } from "./api-path.ts";
import { baseHeaders } from "./base-headers.ts";
import { PROBLEM_TYPE, problemDetails } from "./problem-details.ts";

/**
 * A response in English to a request that never reaches the router: plain text, or a problem (RFC 9457) for
 * the API. It gets the headers that every response has. Also writes the request's log line, as
 * middleware/observe does for other requests.
 * @param given.code the error code for an API client. Without one, API clients get plain text, too
 */
export function plainResponse(
  request: Request,
  requestId: string,
  {
    status,
    text,
    code,
    headers,
  }: { status: number; text: string; code?: ErrorCode; headers?: Record<string, string> },
): Response {
  const path = new URL(request.url).pathname;
  logRequest({ requestId, method: request.method, path, status, ...(code && { code }) });
  const shared = { ...plainHeaders(request, requestId), ...(code && { "X-Error-Code": code }) };
  if (code && isApi(path)) {
    return Response.json(problemDetails(code, text, requestId), {
      status,
      headers: { ...shared, "Content-Type": PROBLEM_TYPE, "Content-Language": "en", ...headers },
    });
  }
  return new Response(`${text}\nRequest ${requestId}\n`, {
    status,
    headers: { ...shared, "Content-Type": "text/plain; charset=utf-8", ...headers },
  });
}

/** The headers of a response that is not a page. */
export const plainHeaders = (request: Request, requestId: string): Record<string, string> => ({
  ...baseHeaders(
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
    new URL(request.url).protocol,
  ),
  "X-Robots-Tag": "noindex",
  "X-Request-Id": requestId,
});
