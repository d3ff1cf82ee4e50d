import { useEffect } from "react";
import { useLocation, useMatches, useNavigation, useRevalidator } from "react-router";
import { noteArrival } from "./chunk-failure.ts";
import { setVisibleRoutes } from "./client-middleware.ts";
import { currentUrl } from "./current-url.ts";
import { forgetPages, isOutdated } from "./page-cache.ts";

/** Revalidates the visible page if it came from the cache. For the root of the document. */
export function usePageRevalidation(): void {
  const { key } = useLocation();
  const { state } = useNavigation();
  const { revalidate } = useRevalidator();
  const matches = useMatches();
  useEffect(() => setVisibleRoutes(matches.map(({ id }) => id)), [matches]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: checks each history entry, even of the same page
  useEffect(() => {
    const url = currentUrl();
    noteArrival(url);
    if (state === "idle" && isOutdated(url)) revalidate();
  }, [key, state, revalidate]);
  useEffect(() => {
    // The browser restored the whole document (bfcache), which missed any changes since.
    const refresh = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      forgetPages();
      revalidate();
    };
    window.addEventListener("pageshow", refresh);
    return () => window.removeEventListener("pageshow", refresh);
  }, [revalidate]);
}
