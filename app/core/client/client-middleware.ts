import { data, isRouteErrorResponse, type MiddlewareFunction, replace } from "react-router";
import { showToast } from "#app/core/ui/toast/toast-store.ts";
import { noteArrival, noteDestination } from "./chunk-failure.ts";
import { currentUrl } from "./current-url.ts";
import { fetchPageStrings } from "./i18n-instance.ts";
import { isNetworkError } from "./network-error.ts";
import { cachePages, forgetPages, isPage, type Results, without } from "./page-cache.ts";
import { retryReads } from "./retry-reads.ts";
import { type FormFailure, reportFormFailure, showNotOpened } from "./unreachable.ts";

/** The routes of the visible page, outermost first, with their data. */
let visibleRoutes: { id: string; loaderData: unknown }[] = [];

/** Records which routes make up the visible page. */
export function setVisibleRoutes(routes: { id: string; loaderData: unknown }[]): void {
  visibleRoutes = routes;
}

/** The error shown instead of the page; null if there is none. */
let displayedError: unknown = null;

/** Records the error that the page shows, such as a step that asks for a proof. @param error null if it shows none */
export function setDisplayedError(error: unknown): void {
  displayedError = error;
}

/**
 * Fired when the server refused a form and the page shows a dialog for it (see keepFailedForm). Its detail is the
 * refusal's data.
 */
export const REFUSED_IN_PLACE = "refusedinplace";

/**
 * Records the URL that a navigation opens, before anything it loads can fail (chunk-failure). The navigation has
 * arrived only when its page is shown (usePageRevalidation): the page's script can still fail after its data has
 * loaded.
 */
const trackDestination: MiddlewareFunction<Results> = async ({ request: { method, url } }, next) => {
  // A revalidation and a fetcher stay on the page.
  if (method === "GET" && url !== currentUrl()) noteDestination(url);
  const results = await next();
  if (!isPage(results)) noteArrival(url);
  return results;
};

/** Whether the server has answered a form with a redirect that the router has not followed yet. */
let followsForm = false;
/** Whether the next navigation only aborts the current one and stays on the page. */
let isReturning = false;

/**
 * Call right before navigating to the current page, to abort another navigation. The site can't be reached, and the
 * current page needs no data from it.
 */
export function beginReturn(): void {
  // A navigation to a hash on the current page loads no data.
  isReturning = !window.location.hash;
}

/**
 * Keeps the reader on the page if the next one can't be reached. ConnectionLine shows a message, and navigates to the
 * current page, which aborts the failed navigation. There are two exceptions, which show an error page: after Back,
 * because the URL is already the other page's, and after a form that the server has accepted.
 */
const stayIfUnreachable: MiddlewareFunction<Results> = async ({ request }, next) => {
  const { method, url, signal } = request;
  const isLink = method === "GET" && url !== currentUrl() && !followsForm && !displayedError;
  const returns = isReturning && url === currentUrl();
  isReturning = false;
  if (returns)
    return Object.fromEntries(
      visibleRoutes.map(({ id, loaderData }) => [id, { type: "data", result: loaderData }]),
    );
  const results = await next();
  followsForm = method !== "GET" && isRedirect(results);
  const isUnreachable = Object.values(results).some(({ result }) => isNetworkError(result));
  if (!isLink || !isPage(results) || !isUnreachable || signal.aborted || !showNotOpened(url, true))
    return results;
  await new Promise((resolve) => signal.addEventListener("abort", resolve));
  return results;
};

/** A redirect is a Response. */
const isRedirect = (results: Results) =>
  Object.values(results).some(({ result }) => result instanceof Response);

/**
 * Fetches the strings of another area in parallel with the page's data. Neither a page nor its layouts can be shown
 * without strings. If they can't be fetched, the root shows its error page.
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
  // A second try must load the page again, including the root's data.
  forgetPages();
  return { ...results, root: { type: "error", result: failure.error } };
};

/**
 * Keeps the page and the reader's input if a form did not reach the server or the server failed (ConnectionLine shows
 * it). It does the same if the server refused the form with data that has `inPlace`, which says how to show the
 * refusal. Without this, the router would show an error page, as it does for every other refusal.
 */
const keepFailedForm: MiddlewareFunction<Results> = async ({ request }, next) => {
  const results = await next();
  if (request.method === "GET") return results;
  for (const [route, { type, result }] of Object.entries(results)) {
    if (type !== "error") continue;
    // The router passes an action's error on unchanged, or wrapped as data.
    const error: unknown = isWithData(result) && !isRouteErrorResponse(result) ? result.data : result;
    const refusal = isRouteErrorResponse(error) ? error.data : null;
    const inPlace = refusal?.inPlace;
    const failure = inPlace ? null : failureOf(error);
    if (inPlace === "toast") showToast("error", refusal.message);
    else if (inPlace) window.dispatchEvent(new CustomEvent(REFUSED_IN_PLACE, { detail: refusal }));
    else if (failure) reportFormFailure(failure);
    else continue;
    results[route] = stay(request.url, inPlace ? 403 : 503);
  }
  return results;
};

/** The result that keeps the visible page unchanged. @param action the form's URL */
function stay(action: string, status: number): Results[string] {
  const { pathname, search } = window.location;
  // Without this, the router would navigate to the form's URL.
  if (new URL(action).pathname !== pathname) return { type: "data", result: replace(pathname + search) };
  // A page that shows an error has no data, so it can only show that error again.
  if (displayedError) return { type: "error", result: displayedError };
  // A status of 400 or more keeps the router from revalidating the page.
  return { type: "data", result: data(undefined, { status }) };
}

/** How the server failed; null for a refusal, which has a status below 500, and for a redirect. */
function failureOf(error: unknown): FormFailure | null {
  if (isNetworkError(error)) return "notSent";
  const isAnswered = error instanceof Response || (isRouteErrorResponse(error) && error.status < 500);
  return isAnswered ? null : "serverError";
}

const isWithData = (result: unknown): result is { data: unknown } =>
  typeof result === "object" && result !== null && "data" in result;

/**
 * Keeps an error inside its area. If a page's data can't be loaded, all its routes fail together, and the router would
 * replace the whole document. The layouts that the old and new page share still have their data, so they stay.
 */
const containError: MiddlewareFunction<Results> = async ({ request }, next) => {
  const results = await next();
  if (request.method !== "GET" || !isPage(results)) return results;
  const failures = Object.values(results).filter(({ type }) => type === "error");
  // A route without a loader can't have an error.
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
 * Gives a fetcher null if its read fails, so that the component can show the failure in place. Without this, the router
 * would replace the page with an error. Redirects, such as to the sign-in page, still work.
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
  // Last, so that the others see only the result of the last try.
  retryReads,
];
