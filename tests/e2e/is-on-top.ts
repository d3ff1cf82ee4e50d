/** Whether nothing is in front of the middle of an element, and that is on the screen. To be evaluated in the browser. */
export function isOnTop(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}
