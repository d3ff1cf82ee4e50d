import { isRouteErrorResponse, type MiddlewareFunction } from "react-router";
import { loadOptional } from "#app/core/lib/load-optional.ts";
import { isPage, type Results } from "./page-cache.ts";

/** Retries a failed read this many times (docs/product.md, Numbers). */
const RETRIES = 3;
/** The delay before the first retry, in milliseconds. It doubles with each retry. */
const FIRST_RETRY_DELAY = 1000;
/** The longest delay before a retry, in milliseconds. */
const MAX_RETRY_DELAY = 30_000;

/** Retries a read that failed for a reason that may be temporary. */
export const retryReads: MiddlewareFunction<Results> = async ({ request }, next) => {
  const results = await next();
  // A retry doesn't help offline. The page offers one for later.
  if (request.method !== "GET" || !navigator.onLine || !isPage(results) || !isTransient(results))
    return results;
  for (let tried = 0; tried < RETRIES; tried++) {
    const delay = Math.min(FIRST_RETRY_DELAY * 2 ** tried, MAX_RETRY_DELAY);
    await new Promise((resolve) => window.setTimeout(resolve, delay));
    if (request.signal.aborted) break;
    const page = await loadOptional(() => import("./preload-pages.ts"))
      .then(({ readPage }) => readPage(request.url, { signal: request.signal }))
      .catch(() => null);
    if (page) return page;
  }
  return results;
};

/** Whether a retry may help: the browser could not reach the server, or the server failed. */
const isTransient = (results: Results) =>
  Object.values(results).some(
    ({ type, result }) =>
      type === "error" &&
      !(result instanceof Response) &&
      !(isRouteErrorResponse(result) && result.status < 500),
  );
