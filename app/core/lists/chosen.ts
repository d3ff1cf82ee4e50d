import { VIEW } from "./list-view.ts";

/** The name of the boxes that choose rows of a list, and of the search parameter that holds what is chosen. */
export const CHOSEN = "chosen";

/** How many rows one action takes (docs/product.md, Numbers). */
export const MAX_CHOSEN = 100;

/** The name of the box, and of the search parameter, that means all results of the list; its value is how many there were. */
export const ALL_RESULTS = "all";

/** The same once the question was answered: the field that has the action done. */
export const ALL_CONFIRMED = "confirmed";

/** How many results one action takes, after a question (docs/product.md, Numbers). */
export const MAX_RESULTS_AT_ONCE = 500;

/**
 * The search parameters of a list without what is chosen in it, what its form sent with that, and the choice of its columns, with "?"
 * before them if there are any.
 * @param fields the further fields of that form
 */
export function listSearch(search: string, fields: readonly string[] = []): string {
  const list = new URLSearchParams(search);
  for (const parameter of [CHOSEN, ALL_RESULTS, "confirm", "intent", VIEW, ...fields]) list.delete(parameter);
  return list.size > 0 ? `?${list}` : "";
}
