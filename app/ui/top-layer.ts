// Browsers have popovers since 2023 to 2025. In older ones an element with the attribute is like any other (theme.css).

/** Whether an element is open as a popover. */
export const isOpenPopover = (element: HTMLElement): boolean =>
  "showPopover" in element && element.matches(":popover-open");

/** Shows a popover in front of everything, an open dialog included: what was shown last is on top. */
export function bringToFront(element: HTMLElement): void {
  if (!("showPopover" in element)) return;
  element.hidePopover();
  element.showPopover();
}
