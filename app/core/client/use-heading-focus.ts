import { useEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";

/**
 * Moves the focus after a navigation to another page, so that reading continues there and screen readers announce it.
 * The focus goes to the part of the page that the URL's hash names, or else to the heading. It stays where it is on a
 * page that has focused its first field (`autoFocus`), and when a reader returns to a list, in which the opened entry
 * then has the focus. A navigation on the same page leaves the focus alone, unless the focused element is gone, such as
 * a row of a list.
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

/**
 * Moves the focus to the heading when a page changes into another under the same URL.
 * @param part a fragment to focus instead: "#tokens"
 */
export function focusHeading(part?: string): void {
  const heading =
    (part && document.getElementById(part.slice(1))) || document.querySelector<HTMLElement>("#content h1");
  if (!heading || document.activeElement?.matches("#content :is(input, textarea)")) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
