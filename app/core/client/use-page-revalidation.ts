import { useEffect } from "react";
import { useLocation, useMatches, useNavigation, useRevalidator } from "react-router";
import { needsDocument, noteArrival, setNavigating } from "./chunk-failure.ts";
import { setVisibleRoutes } from "./client-middleware.ts";
import { currentUrl } from "./current-url.ts";
import { forgetPages, isOutdated } from "./page-cache.ts";
import { openDocument } from "./unreachable.ts";

/** If a navigation may never finish, its page is opened as a new document after this many milliseconds. */
const PATIENCE = 1000;

/**
 * Revalidates the visible page if it came from the cache, and opens the next page as a document if the router can't
 * open it. Call it in the root of the document.
 */
export function usePageRevalidation(): void {
  const { key } = useLocation();
  const { state, location: destination } = useNavigation();
  const { revalidate } = useRevalidator();
  const matches = useMatches();
  useEffect(() => setVisibleRoutes(matches), [matches]);
  useEffect(() => setNavigating(state !== "idle"), [state]);
  useEffect(() => {
    if (state !== "loading" || !needsDocument()) return;
    const url = window.location.origin + destination.pathname + destination.search;
    if (url === currentUrl()) return;
    // Only some pages lack their script. Give the router time to open the others.
    const timer = window.setTimeout(() => openDocument(url, true), PATIENCE);
    return () => window.clearTimeout(timer);
  }, [state, destination]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: checks each history entry, even of the same page
  useEffect(() => {
    const url = currentUrl();
    noteArrival(url);
    if (state === "idle" && isOutdated(url)) revalidate();
  }, [key, state, revalidate]);
  useEffect(() => {
    // The browser restored the whole document (bfcache), which missed all changes since.
    const refresh = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      forgetPages();
      revalidate();
    };
    window.addEventListener("pageshow", refresh);
    return () => window.removeEventListener("pageshow", refresh);
  }, [revalidate]);
}
