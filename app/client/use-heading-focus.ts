import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/**
 * Focuses the heading after a navigation to another page, so that reading continues there and screen readers announce the
 * page. A page with a field to fill in first (`autoFocus`) has focused that already. A navigation on the same page leaves
 * the focus alone, unless it has removed what had it, such as a row of a list.
 */
export function useHeadingFocus(): void {
  const location = useLocation();
  const shown = useRef(location);
  useEffect(() => {
    const before = shown.current;
    shown.current = location;
    if (before === location) return;
    const isLost = !location.hash && document.activeElement === document.body;
    if (isLost || before.pathname !== location.pathname) focusHeading();
  }, [location]);
}

/** Does the same when a page becomes another one under the same URL. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>("#content h1");
  if (!heading || document.activeElement?.matches("#content :is(input, textarea)")) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
