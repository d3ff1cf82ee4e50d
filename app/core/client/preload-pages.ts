/**
 * Preloads the page behind a link on intent, and reads a page again after a failure (retry-reads.ts). This
 * file loads in parallel with the page, which does not wait for it. React Router's documented ways don't work
 * here (docs/decisions/0018), so this one file relies on undocumented behaviour:
 *
 * 1. A page's data is at its path plus ".data" ("_.data" after a slash), as a turbo-stream of
 *    `{ [routeId]: { data } }` with status 200, which `UNSAFE_decodeViaTurboStream` reads.
 * 2. `window.__reactRouterManifest` names the script files of every route.
 * 3. The links that the router handles have `data-discover`, except those with `discover="none"`.
 *
 * tests/integration/framework-insides.test.ts pins each of these. To do without this file, remove its two
 * imports. Pages are then not preloaded and failed reads not retried, but everything else works.
 */
import { UNSAFE_decodeViaTurboStream as decodeData, matchRoutes, type RouteObject } from "react-router";
import { currentUrl } from "./current-url.ts";
import { fetchPageStrings } from "./i18n-instance.ts";
import { preload, type Results } from "./page-cache.ts";

/** Preloads a link's page after it is pointed at or focused for this many milliseconds (docs/product.md, Numbers). */
const PRELOAD_DELAY = 50;

/** The part of the manifest that this file uses. */
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

/** Preloads the page behind a link on intent. Call once, in the browser. */
export function preloadPages(): void {
  for (const type of ["pointerover", "focusin", "touchstart"] as const) {
    document.addEventListener(type, ({ target }) => intend(linkOf(target)), { passive: true });
  }
  for (const type of ["pointerout", "pointercancel", "focusout"] as const) {
    document.addEventListener(type, ({ target }) => linkOf(target) === intended && intend(null), {
      passive: true,
    });
  }
}

/** Reads the data of all of a page's routes. Null if the server responds with anything but the page. */
export async function readPage(url: string, init: RequestInit): Promise<Results | null> {
  const dataUrl = new URL(url);
  const routes = routesOf(dataUrl.pathname);
  dataUrl.pathname += dataUrl.pathname.endsWith("/") ? "_.data" : ".data";
  const response = await fetch(dataUrl, init);
  // Read even a failed response to its end. Only then does the browser report its resource timing, which has the
  // request id for the error page.
  const body = await response.blob();
  if (response.status !== 200) return null;
  const decoded = await decodeData(body.stream(), window);
  const read = decoded.value as Record<string, { data: unknown }>;
  // The response leaves out routes without a loader, but the router expects a result for each.
  return Object.fromEntries(routes.map(({ id }) => [id, { type: "data", result: read[id]?.data ?? null }]));
}

function linkOf(target: EventTarget | null): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest("a[data-discover]") : null;
}

function intend(link: HTMLAnchorElement | null): void {
  if (link === intended) return;
  intended = link;
  window.clearTimeout(timer);
  if (!link || link.origin !== window.location.origin) return;
  timer = window.setTimeout(() => {
    const { origin, pathname, search } = link;
    const linked = origin + pathname + search;
    if (linked === currentUrl()) return;
    preload(linked, (url) => readPage(url, { headers: { Purpose: "prefetch" } }));
    preloadScript(pathname);
    const pattern = routesOf(pathname).map(({ path }) => path ?? "");
    fetchPageStrings(pattern.join("/"), 0).catch(() => {}); // If this fails, the navigation tries again.
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

/** The routes that make up a page, outermost first. */
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
