import { logRequest } from "#app/lib/log.ts";
import { securityHeaders } from "./security-headers.ts";

/**
 * A plain-text answer in English, for requests that never reach the router. It has the headers of every answer, and
 * writes the request's log line, as middleware/observe does for the others.
 * @param text null for none
 */
export function plainAnswer(
  request: Request,
  requestId: string,
  { status, text, headers }: { status: number; text: string | null; headers?: Record<string, string> },
): Response {
  const url = new URL(request.url);
  logRequest({ requestId, method: request.method, path: url.pathname, status });
  return new Response(text === null ? null : `${text}\nRequest ${requestId}\n`, {
    status,
    headers: {
      ...securityHeaders("default-src 'none'; frame-ancestors 'none'", url.protocol),
      ...(text !== null && { "Content-Type": "text/plain; charset=utf-8" }),
      "X-Request-Id": requestId,
      ...headers,
    },
  });
}
