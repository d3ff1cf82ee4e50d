/** The URL of the visible page without its hash, as a navigation to the page requests it. */
export function currentUrl(): string {
  const { origin, pathname, search } = window.location;
  return origin + pathname + search;
}
