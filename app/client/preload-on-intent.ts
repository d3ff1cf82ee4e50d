import { matchRoutes, type RouteObject } from "react-router";
import { preloadPage } from "./page-data.ts";

/** A link is preloaded once it has been pointed at or focused for so long, in milliseconds (docs/product.md, Numbers). */
const PRELOAD_DELAY = 50;

/** What the framework tells the browser of the routes: the only way to the files of one that is not shown yet. */
interface Manifest {
  routes: Record<string, ManifestRoute>;
}

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

/**
 * Preloads the page behind a link, its data and its script, when someone is about to follow it: for every link of the
 * framework in the document. (Its own way waits longer, and leaves the data to a cache that outlives writes.)
 */
export function preloadOnIntent(): void {
  for (const type of ["pointerover", "focusin", "touchstart"] as const) {
    document.addEventListener(type, ({ target }) => intend(linkOf(target)), { passive: true });
  }
  for (const type of ["pointerout", "pointercancel", "focusout"] as const) {
    document.addEventListener(type, ({ target }) => linkOf(target) === intended && intend(null), {
      passive: true,
    });
  }
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
    const { pathname, search } = link;
    if (pathname + search === window.location.pathname + window.location.search) return;
    preloadPage(pathname + search);
    preloadScript(pathname);
  }, PRELOAD_DELAY);
}

function preloadScript(pathname: string): void {
  const { __reactRouterManifest: manifest } = window as { __reactRouterManifest?: Manifest };
  const tree = treeOf(Object.values(manifest?.routes ?? {}), undefined);
  for (const { route } of matchRoutes(tree, pathname) ?? []) {
    const { module, imports = [] } = manifest?.routes[route.id ?? ""] ?? {};
    for (const href of [module, ...imports]) {
      if (!href || document.querySelector(`link[rel="modulepreload"][href="${CSS.escape(href)}"]`)) continue;
      document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
    }
  }
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
