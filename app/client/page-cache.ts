import type { DataStrategyResult, MiddlewareFunction } from "react-router";
import { isNetworkError } from "./network-error.ts";

/** What a navigation or a fetcher got: a result for each route that was asked, by the route's id. */
export type Results = Record<string, DataStrategyResult>;

/** A page that was visited is shown at once for this long, and then revalidated (docs/product.md, Numbers). Milliseconds. */
const CACHE_TIME = 5 * 60_000;
/** A preloaded page needs no revalidation for this long (docs/product.md, Numbers). Milliseconds. */
const PRELOAD_STALE_TIME = 30_000;
/** More pages than anyone goes back and forth between. */
const MAX_PAGES = 50;

interface CachedPage {
  /** Null where a preload failed. */
  results: Promise<Results | null> | Results;
  /** When it was asked for, by performance.now(). */
  at: number;
  /** Whether it may be shown once without being revalidated. */
  fresh: boolean;
}

/** The pages, by their absolute URLs. */
const pages = new Map<string, CachedPage>();
/** The URLs that navigations are reading right now. */
const loading = new Set<string>();
/** Counts the times that all pages were forgotten: what was asked for before one is not kept after it. */
let generation = 0;
/** The page that was shown from the cache and is to be revalidated. */
let outdated: string | null = null;

const otherTabs = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("writes");

/** Forgets every page: something was written, here or in another tab, or the language changed. */
export function forgetPages(): void {
  generation += 1;
  outdated = null;
  pages.clear();
}

/** Forgets every page when another tab writes. Call once, in the browser. */
export function listenToOtherTabs(): void {
  otherTabs?.addEventListener("message", forgetPages);
}

/** Whether the page in sight was shown from the cache and is to be revalidated. */
export const isOutdated = (url: string) => outdated === url;

/**
 * Reads a page into the cache, unless it is there or on its way.
 * @param url absolute, without a hash
 * @param read resolves to null where there is no such page
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

/** Answers navigations from the cache where it can, fills it, and forgets everything with each write. */
export const cachePages: MiddlewareFunction<Results> = async ({ request }, next) => {
  if (request.method !== "GET") return write(next);
  const { url } = request;
  const page = pages.get(url);
  const revalidates = isOutdated(url);
  outdated = null;
  if (page && !revalidates && age(page) < CACHE_TIME) {
    const results = await page.results;
    // It may have been forgotten while it was on its way.
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
  // A page that is in sight stays there when the server can't be asked whether it has changed.
  if (page && revalidates && failures.some(({ result }) => isNetworkError(result))) {
    return withoutRoot((await page.results) ?? results);
  }
  if (failures.length > 0) pages.delete(url);
  else if (isPage(results) && generation === before) keep(url, results, false);
  return results;
};

async function write(next: () => Promise<Results>): Promise<Results> {
  forgetPages();
  const results = await next();
  // Once more: what was read meanwhile may be from before the write.
  forgetPages();
  otherTabs?.postMessage("written");
  return results;
}

/** A navigation asks every route of a page, the root among them. A fetcher asks only one route. */
export const isPage = (results: Results) => "root" in results;

/** The root's data is about the moment and not about the page, such as a message to be shown once. It is never replayed. */
const withoutRoot = ({ root, ...results }: Results): Results => results;

function keep(url: string, results: CachedPage["results"], fresh: boolean): CachedPage {
  const page = { results, at: performance.now(), fresh };
  pages.delete(url);
  pages.set(url, page);
  const [oldest] = pages.keys();
  if (pages.size > MAX_PAGES && oldest !== undefined) pages.delete(oldest);
  return page;
}

const age = (page: CachedPage) => performance.now() - page.at;
