import { data, isRouteErrorResponse, type MiddlewareFunction, replace } from "react-router";
import { showToast } from "#app/core/ui/toast-store.ts";
import { noteArrival, noteDestination } from "./chunk-failure.ts";
import { currentUrl } from "./current-url.ts";
import { fetchPageStrings } from "./i18n-instance.ts";
import { isNetworkError } from "./network-error.ts";
import { cachePages, forgetPages, isPage, type Results, without } from "./page-cache.ts";
import { retryReads } from "./retry-reads.ts";
import { type FormFailure, tellFormFailed, tellNotOpened } from "./unreachable.ts";

/** The routes of the visible page, outermost first, with their data. */
let visibleRoutes: { id: string; loaderData: unknown }[] = [];

/** Records which routes make up the visible page. */
export function setVisibleRoutes(routes: { id: string; loaderData: unknown }[]): void {
  visibleRoutes = routes;
}

/** The error that the page shows in its place; null if there is none. */
let shownError: unknown = null;

/** Records the error that the page shows, such as a step that asks for a proof. @param error null if it shows none */
export function setShownError(error: unknown): void {
  shownError = error;
}

/** The event fired when the server refused a form in place, with a dialog (see keepFailedForm). Its detail is the refusal's data. */
export const REFUSED_IN_PLACE = "refusedinplace";

/**
 * Notes where a navigation is going before anything that it loads can fail (chunk-failure). It arrives when its page is
 * shown (usePageRevalidation): a page's script can still fail once its data is here, as it is at once from the cache.
 */
const trackDestination: MiddlewareFunction<Results> = async ({ request: { method, url } }, next) => {
  // A revalidation leads nowhere else, and neither does a fetcher.
  if (method === "GET" && url !== currentUrl()) noteDestination(url);
  const results = await next();
  if (!isPage(results)) noteArrival(url);
  return results;
};

/** Whether the server has answered a form with a redirect that is not followed yet. */
let followsForm = false;
/** Whether the next navigation is the one that ends another where it began. */
let isReturning = false;

/** Call right before navigating to where the reader is: it needs no data, and none can be had. */
export function beginReturn(): void {
  // A navigation to a part of the page that the reader is on asks for no data.
  isReturning = !window.location.hash;
}

/**
 * Leaves the reader on the page if another one can't be reached (ConnectionLine says so, and navigates to where the reader is,
 * which ends the navigation). Not after Back, when the URL is that of the other page already, nor after a form that the server
 * has accepted: there an error page says so.
 */
const stayIfUnreachable: MiddlewareFunction<Results> = async ({ request }, next) => {
  const { method, url, signal } = request;
  const isLink = method === "GET" && url !== currentUrl() && !followsForm && !shownError;
  const returns = isReturning && url === currentUrl();
  isReturning = false;
  if (returns)
    return Object.fromEntries(
      visibleRoutes.map(({ id, loaderData }) => [id, { type: "data", result: loaderData }]),
    );
  const results = await next();
  followsForm = method !== "GET" && isRedirect(results);
  const isUnreachable = Object.values(results).some(({ result }) => isNetworkError(result));
  if (!isLink || !isPage(results) || !isUnreachable || signal.aborted || !tellNotOpened(url, true))
    return results;
  await new Promise((resolve) => signal.addEventListener("abort", resolve));
  return results;
};

/** A redirect leads to another page. */
const isRedirect = (results: Results) =>
  Object.values(results).some(({ result }) => result instanceof Response);

/**
 * Fetches the strings of another area beside the page's data. A page without its strings can't be shown, nor can its
 * layouts: if they can't be fetched, the root's error page says so.
 */
const bringStrings: MiddlewareFunction<Results> = async ({ pattern }, next) => {
  const strings = fetchPageStrings(pattern).then(
    () => null,
    (error: unknown) => ({ error }),
  );
  const results = await next();
  if (isRedirect(results)) return results;
  const failure = await strings;
  if (!failure) return results;
  // Trying again has to read the page again, the root's data included.
  forgetPages();
  return { ...results, root: { type: "error", result: failure.error } };
};

/**
 * Keeps the page and what was typed if a form did not reach the server or the server failed (ConnectionLine says so), or
 * if the server refused it with data that has `inPlace`, which says how to tell. The router would show an error page
 * instead, as it does for every other refusal.
 */
const keepFailedForm: MiddlewareFunction<Results> = async ({ request }, next) => {
  const results = await next();
  if (request.method === "GET") return results;
  for (const [route, { type, result }] of Object.entries(results)) {
    if (type !== "error") continue;
    // The router passes an action's error on as it is, or wrapped as data.
    const error: unknown = isWithData(result) && !isRouteErrorResponse(result) ? result.data : result;
    const refusal = isRouteErrorResponse(error) ? error.data : null;
    const inPlace = refusal?.inPlace;
    const failure = inPlace ? null : failureOf(error);
    if (inPlace === "toast") showToast("error", refusal.message);
    else if (inPlace) window.dispatchEvent(new CustomEvent(REFUSED_IN_PLACE, { detail: refusal }));
    else if (failure) tellFormFailed(failure);
    else continue;
    results[route] = stay(request.url, inPlace ? 403 : 503);
  }
  return results;
};

/** What keeps the router on the visible page, as it is. @param action the URL that a form was sent to */
function stay(action: string, status: number): Results[string] {
  const { pathname, search } = window.location;
  // The router goes on to the page that a form was sent to.
  if (new URL(action).pathname !== pathname) return { type: "data", result: replace(pathname + search) };
  // A page that shows an error has no data to show anything else.
  if (shownError) return { type: "error", result: shownError };
  // A status of 400 or more keeps the router from revalidating the page.
  return { type: "data", result: data(undefined, { status }) };
}

/** Null if it is no failure but a refusal, which has a status below 500, or a redirect. */
function failureOf(error: unknown): FormFailure | null {
  if (isNetworkError(error)) return "notSent";
  const isAnswered = error instanceof Response || (isRouteErrorResponse(error) && error.status < 500);
  return isAnswered ? null : "serverError";
}

const isWithData = (result: unknown): result is { data: unknown } =>
  typeof result === "object" && result !== null && "data" in result;

/**
 * Keeps an error inside its area. If a page's data can't be loaded, all its routes fail at once, and the router would
 * replace the whole document. The layouts that the old and new page share still have their data, so they stay.
 */
const containError: MiddlewareFunction<Results> = async ({ request }, next) => {
  const results = await next();
  if (request.method !== "GET" || !isPage(results)) return results;
  const failures = Object.values(results).filter(({ type }) => type === "error");
  // A route without a loader has no error of its own.
  const hasFailed = ({ type, result }: Results[string]) =>
    type === "error" ? result === failures[0]?.result : (result ?? null) === null;
  if (failures.length === 0 || !Object.values(results).every(hasFailed)) return results;
  // Anyone who may no longer enter the area must not see its layout.
  if (isRouteErrorResponse(failures[0]?.result) && failures[0].result.status === 403) return results;
  const inSight = visibleRoutes.map(({ id }) => id).filter((id) => id in results);
  const isNewPage = inSight.length < Object.keys(results).length;
  return without(isNewPage ? inSight : inSight.slice(0, -1), results);
};

/**
 * Gives a fetcher null if its read fails, so that its caller can say so in place. The router would replace the page
 * with an error. Redirects, such as to the sign-in page, still work.
 */
const emptyFailedRead: MiddlewareFunction<Results> = async ({ request }, next) => {
  const results = await next();
  if (request.method !== "GET" || isPage(results)) return results;
  for (const [route, { type, result }] of Object.entries(results)) {
    if (type === "error" && !(result instanceof Response)) results[route] = { type: "data", result: null };
  }
  return results;
};

/** The middleware of every navigation and fetcher in the browser, outermost first. */
export const CLIENT_MIDDLEWARE = [
  stayIfUnreachable,
  trackDestination,
  bringStrings,
  keepFailedForm,
  containError,
  emptyFailedRead,
  cachePages,
  // Innermost, so that the others see only the result of the last try.
  retryReads,
];
