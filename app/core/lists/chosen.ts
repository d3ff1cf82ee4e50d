/** The name of the boxes that choose rows of a list, and of the search parameter that holds what is chosen. */
export const CHOSEN = "chosen";

/** How many rows one action takes (docs/product.md, Numbers). */
export const MAX_CHOSEN = 100;

/**
 * The search parameters of a list without what is chosen in it, and what its form sent with that, with "?" before them if there are
 * any.
 * @param fields the further fields of that form
 */
export function listSearch(search: string, fields: readonly string[] = []): string {
  const list = new URLSearchParams(search);
  for (const parameter of [CHOSEN, "confirm", "intent", ...fields]) list.delete(parameter);
  return list.size > 0 ? `?${list}` : "";
}
