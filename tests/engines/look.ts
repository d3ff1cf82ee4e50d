/** What a reader can see of an element. */
export interface Sight {
  /** Why a reader could not click the element; null if they could. */
  problem: string | null;
  /** The centre of the element, in pixels of the window. */
  x: number;
  y: number;
  /** The bottom edge of the element, in pixels of the window. */
  bottom: number;
  text: string;
  /** The typed or selected value, if it is a field. */
  value: string | null;
  /** The text that describes it to screen readers. */
  description: string;
  hasFocus: boolean;
  /** The number of visible elements that match, including this one. */
  count: number;
}

/**
 * Runs in the page: finds the first visible element that matches the selector and the name, and scrolls to it.
 * @param name the element's label or, without a label, its text; null for any name
 */
export function look(selector: string, name: string | null): Sight {
  // Names of people and books are wrapped in invisible isolation characters.
  const clean = (text: string) =>
    text
      .replace(/[\u2066-\u2069]/g, "")
      .replace(/\s+/g, " ")
      .trim();
  const textOf = (element: Element | null) => {
    const copy = element?.cloneNode(true) as Element | undefined;
    for (const hidden of copy?.querySelectorAll('[aria-hidden="true"]') ?? []) hidden.remove();
    return clean(copy?.textContent ?? "");
  };
  const textsOf = (ids: string | null) =>
    (ids ?? "").split(" ").map((id) => textOf(id ? document.getElementById(id) : null));
  const nameOf = (element: Element) => {
    if (element.ariaLabel) return clean(element.ariaLabel);
    if (element.hasAttribute("aria-labelledby"))
      return textsOf(element.getAttribute("aria-labelledby")).join(" ");
    const labels = "labels" in element ? (element.labels as NodeListOf<Element> | null) : null;
    return labels?.length ? [...labels].map(textOf).join(" ") : textOf(element);
  };
  const all = [...document.querySelectorAll(selector)];
  const named = all.filter((element) => name === null || nameOf(element) === clean(name));
  const shown = named.filter((element) => element.checkVisibility({ visibilityProperty: true }));
  const [element] = shown;
  if (!element) {
    const names = all.slice(0, 9).map(nameOf);
    const problem = named.length > 0 ? "it is hidden" : `there is none among ${JSON.stringify(names)}`;
    return {
      problem,
      x: 0,
      y: 0,
      bottom: 0,
      text: "",
      value: null,
      description: "",
      hasFocus: false,
      count: 0,
    };
  }
  element.scrollIntoView({ block: "center", behavior: "instant" });
  const [box = element.getBoundingClientRect()] = element.getClientRects();
  const [x, y] = [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
  const hit = document.elementFromPoint(x, y);
  return {
    problem: hit && element.contains(hit) ? null : `it is covered by ${hit?.outerHTML.slice(0, 200)}`,
    x,
    y,
    bottom: Math.round(element.getBoundingClientRect().bottom),
    text: textOf(element),
    value: "value" in element ? String(element.value) : null,
    description: textsOf(element.getAttribute("aria-describedby")).join(" ").trim(),
    hasFocus: element === document.activeElement,
    count: shown.length,
  };
}
