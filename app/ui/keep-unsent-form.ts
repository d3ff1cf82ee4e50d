import { type DataStrategyResult, data, type MiddlewareFunction } from "react-router";
import { NOT_SENT } from "./connection-line.tsx";
import { NotSentError } from "./page-data.ts";

/**
 * Where a form did not reach the server, the page stays as it is, with what was typed, and says so (ConnectionLine). The
 * framework would put an error page in its place. Runs in the browser.
 */
export const keepUnsentForm: MiddlewareFunction<Record<string, DataStrategyResult>> = async (
  { request },
  next,
) => {
  const results = await next();
  if (request.method === "GET") return results;
  for (const [route, { type, result }] of Object.entries(results)) {
    if (type !== "error" || !isNotSent(result)) continue;
    window.dispatchEvent(new Event(NOT_SENT));
    // The status keeps the framework from reading the page anew.
    results[route] = { type: "data", result: data(undefined, { status: 503 }) };
  }
  return results;
};

const isNotSent = (result: unknown) =>
  result instanceof NotSentError ||
  (typeof result === "object" && result !== null && "data" in result && result.data instanceof NotSentError);
