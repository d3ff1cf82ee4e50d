/** The URL of the visible page, without a hash: what a navigation to it requests. */
export function currentUrl(): string {
  const { origin, pathname, search } = window.location;
  return origin + pathname + search;
}
