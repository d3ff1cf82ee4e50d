import { useEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";

/**
 * Focuses the heading after a navigation to another page, or the part of the page that the URL names, so that reading
 * continues there and screen readers announce it. A page with a field to fill in first (`autoFocus`) has focused that already. A reader who goes back to a list is on the entry
 * that they opened. A navigation on the same page leaves the focus alone, unless it has removed what had it, such as a row of a list.
 */
export function useHeadingFocus(): void {
  const location = useLocation();
  const isBack = useNavigationType() === "POP";
  const shown = useRef(location);
  useEffect(() => {
    const before = shown.current;
    shown.current = location;
    if (before === location) return;
    const isLost = document.activeElement === document.body;
    if (!isLost && before.pathname === location.pathname) return;
    const links = document.querySelectorAll<HTMLAnchorElement>("#content :is(li, tr) a");
    const entry = isBack && [...links].find(({ pathname }) => pathname === before.pathname);
    if (entry) entry.focus({ preventScroll: true });
    else focusHeading(location.hash);
  }, [location, isBack]);
}

/** Does the same when a page becomes another one under the same URL. @param part its fragment: "#tokens" */
export function focusHeading(part?: string): void {
  const heading =
    (part && document.getElementById(part.slice(1))) || document.querySelector<HTMLElement>("#content h1");
  if (!heading || document.activeElement?.matches("#content :is(input, textarea)")) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
