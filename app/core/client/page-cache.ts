import type { DataStrategyResult, MiddlewareFunction } from "react-router";
import { isNetworkError } from "./network-error.ts";

/** What a navigation or a fetcher loaded: the result of each requested route, by route id. */
export type Results = Record<string, DataStrategyResult>;

/** For this many milliseconds, a visited page is shown immediately, then revalidated (docs/product.md, Numbers). */
const CACHE_TIME = 5 * 60_000;
/** For this many milliseconds, a preloaded page needs no revalidation (docs/product.md, Numbers). */
const PRELOAD_STALE_TIME = 30_000;
/** How many pages the cache keeps: more than anyone goes back and forth between. */
const MAX_PAGES = 50;

interface CachedPage {
  /** Null if a preload failed. */
  results: Promise<Results | null> | Results;
  /** When the page was requested, by performance.now(). */
  at: number;
  /** Whether the page may still be shown once without revalidation. */
  fresh: boolean;
}

/** Results from which `without` has removed the data of some routes. */
const partial = new WeakSet<Results>();
/** The cached pages, by absolute URL. */
const pages = new Map<string, CachedPage>();
/** The URLs that navigations are currently loading. */
const loading = new Set<string>();
/** A page requested in one generation must not be cached in another, because all pages were forgotten in between. */
let generation = 0;
/** The URL of the page that came from the cache and needs revalidation. */
let outdated: string | null = null;

let otherTabs: BroadcastChannel | null = null;

/** Empties the cache: after a write, here or in another tab, or a change of language. */
export function forgetPages(): void {
  generation += 1;
  outdated = null;
  pages.clear();
}

/**
 * A number that grows whenever the cache is emptied: data that was read under a smaller number may be out of
 * date.
 */
export const pageGeneration = () => generation;

/** Empties the cache when another tab writes. Call once, in the browser. */
export function listenToOtherTabs(): void {
  try {
    otherTabs = new BroadcastChannel("writes");
    otherTabs.addEventListener("message", forgetPages);
  } catch {
    // Firefox has no BroadcastChannel where cookies are blocked. Another tab's write then shows at the next
    // revalidation.
  }
}

/** Whether the page at a URL came from the cache and needs revalidation. */
export const isOutdated = (url: string) => outdated === url;

/**
 * Reads a page into the cache, unless it is already cached or loading.
 * @param url absolute, without a hash
 * @param read resolves to null if there is no such page
 */
export function preload(url: string, read: (url: string) => Promise<Results | null>): void {
  const page = pages.get(url);
  if (loading.has(url) || (page && age(page) < PRELOAD_STALE_TIME)) return;
  const results = read(url).catch(() => null);
  const preloaded = keep(url, results, true);
  results.then((read) => {
    if (!read && pages.get(url) === preloaded) pages.delete(url);
  });
}

/** Answers navigations from the cache where possible, fills the cache, and empties it on each write. */
export const cachePages: MiddlewareFunction<Results> = async ({ request }, next) => {
  if (request.method !== "GET") return write(next);
  const { url } = request;
  const page = pages.get(url);
  const revalidates = isOutdated(url);
  if (revalidates) outdated = null;
  if (page && !revalidates && age(page) < CACHE_TIME) {
    const results = await page.results;
    // The cache may have been emptied while the page was loading.
    if (results && pages.get(url) === page) {
      if (!page.fresh || age(page) > PRELOAD_STALE_TIME) outdated = url;
      page.fresh = false;
      return withoutRoot(results);
    }
  }
  const before = generation;
  loading.add(url);
  const results = await next();
  loading.delete(url);
  if (request.signal.aborted) return results;
  const failures = Object.values(results).filter(({ type }) => type === "error");
  // The visible page stays if its revalidation can't reach the server.
  if (page && revalidates && failures.some(({ result }) => isNetworkError(result))) {
    return withoutRoot((await page.results) ?? results);
  }
  if (failures.length > 0) pages.delete(url);
  else if (isPage(results) && generation === before) keep(url, results, false);
  return results;
};

/** Sends a write other than the router's forms, which empty the cache through the middleware. */
export async function write<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  forgetPages();
  const answer = await send();
  // Empties the cache again, because a page that was read during the write may have old data.
  forgetPages();
  otherTabs?.postMessage("written");
  return answer;
}

/** A navigation requests every route of a page, including the root. A fetcher requests only one route. */
export const isPage = (results: Results) => "root" in results || partial.has(results);

/**
 * Removes the results of some routes from those of a page. The router then keeps the data that it has for these routes.
 */
export function without(ids: string[], results: Results): Results {
  const kept = Object.fromEntries(Object.entries(results).filter(([id]) => !ids.includes(id)));
  partial.add(kept);
  return kept;
}

/**
 * The root's data belongs to the moment and not to the page, such as a message shown once, so the cache never repeats
 * it.
 */
const withoutRoot = (results: Results) => without(["root"], results);

function keep(url: string, results: CachedPage["results"], fresh: boolean): CachedPage {
  const page = { results, at: performance.now(), fresh };
  pages.delete(url);
  pages.set(url, page);
  const [oldest] = pages.keys();
  if (pages.size > MAX_PAGES && oldest !== undefined) pages.delete(oldest);
  return page;
}

const age = (page: CachedPage) => performance.now() - page.at;
