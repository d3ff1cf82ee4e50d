import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/**
 * Focuses the heading after a navigation, so that reading continues there and screen readers announce the page.
 * A page with a field to fill in first (`autoFocus`) has focused that already.
 */
export function useHeadingFocus(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    focusHeading();
  }, [pathname]);
}

/** Does the same when a page becomes another one under the same URL. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>("#content h1");
  if (!heading || document.activeElement?.matches("#content :is(input, textarea)")) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
