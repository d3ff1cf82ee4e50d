/** The name of the search parameter in which an item's page stores the search parameters of its list. */
const PARAMETER = "list";

/**
 * The path of an item's page opened from a list, or of the undo of a change made there. The page knows the order,
 * filters, search term and position of that list, and leads back to it, even after a change, in another tab, and
 * without script.
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

/** The id of a row's element in a list, and the hash of a URL of the list that shows the row. */
export const rowAnchor = (id: string) => `row-${id}`;

function withSearch(path: string, parameters: Record<string, string> | URLSearchParams): string {
  const search = new URLSearchParams(parameters);
  return search.size > 0 ? `${path}?${search}` : path;
}
