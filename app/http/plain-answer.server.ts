import { logRequest } from "#app/lib/log.ts";
import { securityHeaders } from "./security-headers.ts";

/**
 * A plain-text answer in English, for requests that never reach the router. It has the headers of every answer, and
 * writes the request's log line, as middleware/observe does for the others.
 */
export function plainAnswer(
  request: Request,
  requestId: string,
  { status, text, headers }: { status: number; text: string; headers?: Record<string, string> },
): Response {
  logRequest({ requestId, method: request.method, path: new URL(request.url).pathname, status });
  return new Response(`${text}\nRequest ${requestId}\n`, {
    status,
    headers: {
      ...plainHeaders(request, requestId),
      "Content-Type": "text/plain; charset=utf-8",
      ...headers,
    },
  });
}

/** The headers of an answer that is not a page. */
export const plainHeaders = (request: Request, requestId: string): Record<string, string> => ({
  ...securityHeaders(
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
    new URL(request.url).protocol,
  ),
  "X-Robots-Tag": "noindex",
  "X-Request-Id": requestId,
});
