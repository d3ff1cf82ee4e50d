import { useEffect, useRef } from "react";
import { useLocation, useMatches, useNavigation, useRevalidator } from "react-router";
import { setVisibleRoutes } from "./client-middleware.ts";
import { dataUrl, onPageChanged } from "./page-data.ts";

/** What every page needs while it is open, in the browser. For the root of the document. */
export function usePageUpkeep(): void {
  useChangedPages();
  useHeadingFocus();
}

/** Reads the page in sight anew where it turns out to have changed. */
function useChangedPages(): void {
  const location = useLocation();
  const navigation = useNavigation();
  const { revalidate } = useRevalidator();
  const heading = navigation.state === "loading" ? navigation.location : null;
  const path = heading ? heading.pathname + heading.search : null;
  const matches = useMatches();
  useEffect(() => setVisibleRoutes(matches.map(({ id }) => id)), [matches]);
  const inSight = path ?? location.pathname + location.search;
  useEffect(
    () =>
      onPageChanged((url) => {
        if (url !== dataUrl(inSight)) return false;
        revalidate();
        return true;
      }),
    [inSight, revalidate],
  );
}

/** Puts the focus on the heading of a page that was navigated to: there it goes on, and screen readers say where one is. */
function useHeadingFocus(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const heading = document.querySelector<HTMLElement>("#content h1");
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [pathname]);
}
