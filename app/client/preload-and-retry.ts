/**
 * Preloads the page behind a link on intent, and retries the reads of navigations that fail. React Router's own ways do
 * not do (docs/decisions/0018), so this is the one file that leans on what it does not document:
 *
 * 1. A page's data is at its path with ".data" ("_.data" after a slash), as a turbo-stream of `{ [routeId]: { data } }`
 *    with status 200, which `UNSAFE_decodeViaTurboStream` reads.
 * 2. `window.__reactRouterManifest` names the script files of every route.
 * 3. The links that it handles have `data-discover`.
 *
 * tests/integration/framework-insides.test.ts pins each of them. Without this file pages are not preloaded and failed
 * reads are not retried, and everything else works: remove its import from entry.client.tsx.
 */
import {
  UNSAFE_decodeViaTurboStream as decodeData,
  isRouteErrorResponse,
  type MiddlewareFunction,
  matchRoutes,
  type RouteObject,
} from "react-router";
import { CLIENT_MIDDLEWARE } from "./client-middleware.ts";
import { isPage, preload, type Results } from "./page-cache.ts";

/** How long a link is pointed at or focused before its page is preloaded, in milliseconds (docs/product.md, Numbers). */
const PRELOAD_DELAY = 50;
/** How often a failed read is retried (docs/product.md, Numbers). */
const RETRIES = 3;
/** The delay before the first retry, in milliseconds. Each delay is twice the one before. */
const FIRST_RETRY_DELAY = 1000;
/** The longest delay before a retry, in milliseconds. */
const MAX_RETRY_DELAY = 30_000;

/** The part of the manifest that is used here. */
interface ManifestRoute {
  id: string;
  parentId?: string;
  path?: string;
  index?: boolean;
  module: string;
  imports?: string[];
}

let timer: number | undefined;
let intended: Element | null = null;

/** Starts preloading and retrying. Call once, in the browser, before the router starts. */
export function preloadAndRetry(): void {
  // The innermost: whatever surrounds it sees only what the last try came to.
  CLIENT_MIDDLEWARE.push(retryReads);
  for (const type of ["pointerover", "focusin", "touchstart"] as const) {
    document.addEventListener(type, ({ target }) => intend(linkOf(target)), { passive: true });
  }
  for (const type of ["pointerout", "pointercancel", "focusout"] as const) {
    document.addEventListener(type, ({ target }) => linkOf(target) === intended && intend(null), {
      passive: true,
    });
  }
}

const retryReads: MiddlewareFunction<Results> = async ({ request }, next) => {
  const results = await next();
  if (request.method !== "GET" || !isPage(results) || !mayPass(results)) return results;
  for (let tried = 0; tried < RETRIES; tried++) {
    const delay = Math.min(FIRST_RETRY_DELAY * 2 ** tried, MAX_RETRY_DELAY);
    await new Promise((resolve) => window.setTimeout(resolve, delay));
    if (request.signal.aborted) break;
    const page = await readPage(request.url, { signal: request.signal }).catch(() => null);
    if (page) return page;
  }
  return results;
};

/** Whether a read failed in a way that may pass: the server could not be reached, or it failed. */
const mayPass = (results: Results) =>
  Object.values(results).some(
    ({ type, result }) =>
      type === "error" &&
      !(result instanceof Response) &&
      !(isRouteErrorResponse(result) && result.status < 500),
  );

/** Reads the data of a page, for every route of it. Null where there is no such page for the reader. */
async function readPage(url: string, init: RequestInit): Promise<Results | null> {
  const dataUrl = new URL(url);
  const routes = routesOf(dataUrl.pathname);
  dataUrl.pathname += dataUrl.pathname.endsWith("/") ? "_.data" : ".data";
  const response = await fetch(dataUrl, init);
  // Read to the end, even where it failed: the error page's request id is in the resource timing, which waits for that.
  const body = await response.blob();
  if (response.status !== 200) return null;
  const decoded = await decodeData(body.stream(), window);
  const read = decoded.value as Record<string, { data: unknown }>;
  // A route without a loader is not in the answer, and the router wants a result of it, too.
  return Object.fromEntries(routes.map(({ id }) => [id, { type: "data", result: read[id]?.data ?? null }]));
}

function linkOf(target: EventTarget | null): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest("a[data-discover]:not([data-no-preload])") : null;
}

function intend(link: HTMLAnchorElement | null): void {
  if (link === intended) return;
  intended = link;
  window.clearTimeout(timer);
  if (!link || link.origin !== window.location.origin) return;
  timer = window.setTimeout(() => {
    const { origin, pathname, search } = link;
    if (pathname + search === window.location.pathname + window.location.search) return;
    preload(origin + pathname + search, (url) => readPage(url, { headers: { Purpose: "prefetch" } }));
    preloadScript(pathname);
  }, PRELOAD_DELAY);
}

function preloadScript(pathname: string): void {
  for (const { module, imports = [] } of routesOf(pathname)) {
    for (const href of [module, ...imports]) {
      if (document.querySelector(`link[rel="modulepreload"][href="${CSS.escape(href)}"]`)) continue;
      document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
    }
  }
}

/** The routes that make up a page, from the outside in. */
function routesOf(pathname: string): ManifestRoute[] {
  const { __reactRouterManifest: manifest } = window as {
    __reactRouterManifest?: { routes: Record<string, ManifestRoute> };
  };
  const { routes = {} } = manifest ?? {};
  const matches = matchRoutes(treeOf(Object.values(routes), undefined), pathname) ?? [];
  return matches.flatMap(({ route }) => routes[route.id ?? ""] ?? []);
}

function treeOf(routes: ManifestRoute[], parentId: string | undefined): RouteObject[] {
  return routes
    .filter((route) => route.parentId === parentId)
    .map(({ id, path, index }) =>
      index
        ? { id, index, ...(path !== undefined && { path }) }
        : { id, ...(path !== undefined && { path }), children: treeOf(routes, id) },
    );
}
