// Browsers added popovers between 2023 and 2025. In older ones the attribute has no effect (theme.css).

/** Shows a popover in front of everything, even an open dialog. The element shown last is on top. */
export function bringToFront(element: HTMLElement): void {
  if (!("showPopover" in element)) return;
  element.hidePopover();
  element.showPopover();
}
