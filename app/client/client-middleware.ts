import { data, isRouteErrorResponse, type MiddlewareFunction } from "react-router";
import { noteDestination } from "./chunk-failure.ts";
import { isNetworkError } from "./network-error.ts";
import { cachePages, isPage, type Results } from "./page-cache.ts";

/** The ids of the routes of the page in sight, from the outside in. */
let visibleRoutes: string[] = [];

/** Notes which routes the page in sight is made of. */
export function setVisibleRoutes(ids: string[]): void {
  visibleRoutes = ids;
}

/** The event of a form that did not reach the server. */
export const NOT_SENT = "notsent";

/** The event of a form that the server refused in place (see keepForm). Its detail is the data of the refusal. */
export const REFUSED_IN_PLACE = "refusedinplace";

/** Notes where a navigation leads before anything can fail that it fetches (chunk-failure). */
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
 * Keeps the page, with what was typed, where a form did not reach the server (ConnectionLine says so) or where the
 * server refused it with data that has `inPlace`. The router would show an error page instead.
 */
const keepForm: MiddlewareFunction<Results> = async ({ request }, next) => {
  const results = await next();
  if (request.method === "GET") return results;
  for (const [route, { type, result }] of Object.entries(results)) {
    if (type !== "error") continue;
    // The router hands on an action's error as it is, or as data.
    const error: unknown = isWithData(result) && !isRouteErrorResponse(result) ? result.data : result;
    const isInPlace = isRouteErrorResponse(error) && error.data?.inPlace === true;
    if (isInPlace) window.dispatchEvent(new CustomEvent(REFUSED_IN_PLACE, { detail: error.data }));
    else if (isNetworkError(error)) window.dispatchEvent(new Event(NOT_SENT));
    else continue;
    // A status of 400 or more keeps the router from revalidating the page.
    results[route] = { type: "data", result: data(undefined, { status: isInPlace ? 403 : 503 }) };
  }
  return results;
};

const isWithData = (result: unknown): result is { data: unknown } =>
  typeof result === "object" && result !== null && "data" in result;

/**
 * Keeps an error inside the area where it belongs. Where the data of a page can't be had, every route of it fails at once,
 * and the router would replace the whole document. What surrounds both pages still has its data, and stays.
 */
const keepArea: MiddlewareFunction<Results> = async ({ request }, next) => {
  const results = await next();
  if (request.method !== "GET" || !isPage(results)) return results;
  const failures = Object.values(results).filter(({ type }) => type === "error");
  // A route without a loader has nothing to fail with.
  const hasFailed = ({ type, result }: Results[string]) =>
    type === "error" ? result === failures[0]?.result : (result ?? null) === null;
  if (failures.length === 0 || !Object.values(results).every(hasFailed)) return results;
  // Whoever may no longer enter the area does not see what surrounds its pages.
  if (isRouteErrorResponse(failures[0]?.result) && failures[0].result.status === 403) return results;
  const inSight = visibleRoutes.filter((id) => id in results);
  const isNewPage = inSight.length < Object.keys(results).length;
  for (const id of isNewPage ? inSight : inSight.slice(0, -1)) delete results[id];
  return results;
};

/**
 * Hands a fetcher no data where its read fails, so that whoever asked says so in place. The router would replace the page
 * with an error. A redirect still leads away, as to the sign-in page.
 */
const keepPage: MiddlewareFunction<Results> = async ({ request }, next) => {
  const results = await next();
  if (request.method !== "GET" || isPage(results)) return results;
  for (const [route, { type, result }] of Object.entries(results)) {
    if (type === "error" && !(result instanceof Response))
      results[route] = { type: "data", result: undefined };
  }
  return results;
};

/** What every navigation and fetcher in the browser passes through, from the outside in. */
export const CLIENT_MIDDLEWARE = [keepDestination, keepForm, keepArea, keepPage, cachePages];
