import { type DataStrategyResult, data, isRouteErrorResponse, type MiddlewareFunction } from "react-router";
import { noteDestination } from "./chunk-failure.ts";
import { NotSentError } from "./page-data.ts";

type Results = Record<string, DataStrategyResult>;

/** The ids of the routes of the page in sight, from the outside in. */
let visibleRoutes: string[] = [];

/** Notes which routes the page in sight is made of. */
export function setVisibleRoutes(ids: string[]): void {
  visibleRoutes = ids;
}

/** The event that tells of a form that did not reach the server. */
export const NOT_SENT = "notsent";

/** The event that hands on, as its detail, what a server said that refused something in place (keepForm). */
export const REFUSED_IN_PLACE = "refusedinplace";

/** Notes where the page is headed, before anything that is fetched for it can fail (chunk-failure). */
const keepDestination: MiddlewareFunction<Results> = async ({ request }, next) => {
  if (request.method !== "GET") return next();
  const { pathname, search } = new URL(request.url);
  const arrived = noteDestination(pathname + search);
  try {
    return await next();
  } finally {
    arrived();
  }
};

/**
 * Where a form did not reach the server (ConnectionLine says so), or the server refused it with data that has `inPlace`,
 * the page stays as it is, with what was typed. The framework would put an error page in its place.
 */
const keepForm: MiddlewareFunction<Results> = async ({ request }, next) => {
  const results = await next();
  if (request.method === "GET") return results;
  for (const [route, { type, result }] of Object.entries(results)) {
    if (type !== "error") continue;
    // The framework hands an action's error on as it is, or as data.
    const error: unknown = isWithData(result) && !isRouteErrorResponse(result) ? result.data : result;
    const isInPlace = isRouteErrorResponse(error) && error.data?.inPlace === true;
    if (isInPlace) window.dispatchEvent(new CustomEvent(REFUSED_IN_PLACE, { detail: error.data }));
    else if (error instanceof NotSentError) window.dispatchEvent(new Event(NOT_SENT));
    else continue;
    // The status keeps the framework from reading the page anew.
    results[route] = { type: "data", result: data(undefined, { status: isInPlace ? 403 : 503 }) };
  }
  return results;
};

const isWithData = (result: unknown): result is { data: unknown } =>
  typeof result === "object" && result !== null && "data" in result;

/**
 * Where the data of a page can't be had, it fails for every route of it at once, and the framework would show the error
 * in place of the whole document. What is around both pages is still there: the error belongs inside of it.
 */
const keepArea: MiddlewareFunction<Results> = async (_, next) => {
  const results = await next();
  const failures = Object.values(results).filter(({ type }) => type === "error");
  // A route without a loader has nothing to fail with.
  const isIn = ({ type, result }: DataStrategyResult) =>
    type === "error" ? result === failures[0]?.result : (result ?? null) === null;
  if (failures.length === 0 || !Object.values(results).every(isIn)) return results;
  // Who may not be in the area any more is not shown what is around its pages.
  if (isRouteErrorResponse(failures[0]?.result) && failures[0].result.status === 403) return results;
  const inSight = visibleRoutes.filter((id) => id in results);
  const isNewPage = inSight.length < Object.keys(results).length;
  for (const id of isNewPage ? inSight : inSight.slice(0, -1)) delete results[id];
  return results;
};

/** What every navigation in the browser passes through. */
export const CLIENT_MIDDLEWARE = [keepDestination, keepForm, keepArea];
