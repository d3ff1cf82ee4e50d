import { formatCursor } from "./cursor.ts";

/** One page of a list that is read by keyset. */
export interface Page<Item> {
  items: Item[];
  /** The cursor of the page after; null on the last one. */
  next: string | null;
}

/** Search results are counted up to here and then shown as "1,000+": counting reads each of them. */
export const MAX_RESULTS_COUNTED = 1000;

/**
 * The page that rows make.
 * @param rows asked for with one more than fits, which tells whether there is a page after
 * @param keysOf the sort keys of a row
 */
export function pageOf<Row, Item>(
  rows: Row[],
  size: number,
  keysOf: (row: Row) => (string | number)[],
  itemOf: (row: Row) => Item,
): Page<Item> {
  const page = rows.slice(0, size);
  const last = page.at(-1);
  return {
    items: page.map(itemOf),
    next: last !== undefined && rows.length > size ? formatCursor(keysOf(last)) : null,
  };
}
