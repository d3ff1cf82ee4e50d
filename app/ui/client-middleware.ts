import { type DataStrategyResult, data, type MiddlewareFunction } from "react-router";
import { NOT_SENT } from "./connection-line.tsx";
import { NotSentError } from "./page-data.ts";

type Results = Record<string, DataStrategyResult>;

/** The ids of the routes of the page in sight, from the outside in. */
let routesInSight: string[] = [];

/** Notes which routes the page in sight is made of. */
export function noteRoutesInSight(ids: string[]): void {
  routesInSight = ids;
}

/**
 * Where a form did not reach the server, the page stays as it is, with what was typed, and says so (ConnectionLine). The
 * framework would put an error page in its place.
 */
const keepUnsentForm: MiddlewareFunction<Results> = async ({ request }, next) => {
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

/**
 * Where the data of a page can't be had, it fails for every route of it at once, and the framework would show the error
 * in place of the whole document. What is around both pages is still there: the error belongs inside of it.
 */
const keepArea: MiddlewareFunction<Results> = async (_, next) => {
  const results = await next();
  const [failure, ...others] = Object.values(results);
  const isFailure = ({ type, result }: DataStrategyResult) => type === "error" && result === failure?.result;
  if (!failure || !isFailure(failure) || !others.every(isFailure)) return results;
  const inSight = routesInSight.filter((id) => id in results);
  const isNewPage = inSight.length < Object.keys(results).length;
  for (const id of isNewPage ? inSight : inSight.slice(0, -1)) delete results[id];
  return results;
};

/** What every navigation in the browser passes through. */
export const CLIENT_MIDDLEWARE = [keepUnsentForm, keepArea];
