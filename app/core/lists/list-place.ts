/** The name of the search parameter in which an item's page stores the search parameters of its list. */
const PARAMETER = "list";

/**
 * Adds the state of a list to the path of an item's page, or to the path that undoes a change made in the
 * list. The page then knows the order, filters, search term and position of that list, and leads back to it,
 * even after a change, in another tab, and without script.
 * @param search the search parameters of the list
 * @param more further search parameters
 */
export function fromList(path: string, search: string, more: Record<string, string> = {}): string {
  const list = new URLSearchParams([...new URLSearchParams(search)].filter(([, value]) => value !== ""));
  return withSearch(path, { ...more, ...(list.size > 0 && { [PARAMETER]: `${list}` }) });
}

/**
 * The path of another page of the same item, which leads back to the same list.
 * @param search the search parameters of the item's current page
 * @param more further search parameters
 */
export function keepList(path: string, search: string, more: Record<string, string> = {}): string {
  return withSearch(path, { ...more, ...listOf(search) });
}

/**
 * The search parameter that leads back to the list, if there is one: for a form that leads to another page of the same
 * item.
 * @param search the search parameters of the item's current page
 */
export function listOf(search: string): Record<string, string> {
  const list = new URLSearchParams(search).get(PARAMETER);
  return list ? { [PARAMETER]: list } : {};
}

/**
 * The path of the list that an item was opened from.
 * @param path the path of the list, which the item's page knows: the parameter has only search parameters
 * @param search the search parameters of the item's page
 */
export function backToList(path: string, search: string): string {
  const list = new URLSearchParams(search).get(PARAMETER) ?? "";
  return withSearch(path, new URLSearchParams(list));
}

/** The id of a row's element in a list. As the hash of the list's URL, it brings the row into view. */
export const rowAnchor = (id: string) => `row-${id}`;

function withSearch(path: string, parameters: Record<string, string> | URLSearchParams): string {
  const search = new URLSearchParams(parameters);
  return search.size > 0 ? `${path}?${search}` : path;
}
