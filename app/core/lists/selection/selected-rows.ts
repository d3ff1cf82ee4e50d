import { VIEW } from "#app/core/lists/view/list-view.ts";

/** The name of the checkboxes that select rows of a list, and of the search parameter with the selected rows. */
export const SELECTED = "selected";

/** How many rows one action takes (docs/product.md, Numbers). */
export const MAX_SELECTED = 100;

/**
 * The name of the checkbox, and of the search parameter, that selects all results of the list. Its value is the number
 * of results.
 */
export const ALL_RESULTS = "all";

/**
 * The field that selects all results once the reader has confirmed the action. Its value identifies the confirmed rows.
 */
export const ALL_CONFIRMED = "confirmed";

/** How many results one action takes, after a confirmation (docs/product.md, Numbers). */
export const MAX_RESULTS_AT_ONCE = 500;

/**
 * The search parameters of a list, except those for the selection, for `fields` and for the choice of
 * columns. Starts with "?" unless it is empty.
 * @param fields the other fields of the form to which the checkboxes belong
 */
export function listSearch(search: string, fields: readonly string[] = []): string {
  const list = new URLSearchParams(search);
  for (const parameter of [SELECTED, ALL_RESULTS, "confirm", "intent", VIEW, ...fields])
    list.delete(parameter);
  return list.size > 0 ? `?${list}` : "";
}
