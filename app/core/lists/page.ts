import { formatCursor } from "./cursor.ts";

/** One page of a list with keyset pagination. */
export interface Page<Item> {
  items: Item[];
  /** The cursor of the next page; null on the last one. */
  next: string | null;
}

/**
 * Builds a page from rows.
 * @param rows one more than a page has, if there are that many: the extra row shows that there is a next page
 * @param keysOf returns the sort keys of a row
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

/**
 * Builds a page from rows of which only some belong to the list, because no index finds those. A page examines a fixed
 * number of rows, so a page before the last one may be short or even empty.
 * @param rows the rows that the page examines: as many as it may, unless there are fewer
 * @param passes whether a row belongs to the list
 * @param keysOf returns the sort keys of a row
 */
export function examinedPage<Row, Item>(
  rows: Row[],
  { size, examined, passes }: { size: number; examined: number; passes: (row: Row) => boolean },
  keysOf: (row: Row) => (string | number)[],
  itemOf: (row: Row) => Item,
): Page<Item> {
  const page = pageOf(rows.filter(passes), size, keysOf, itemOf);
  const last = rows.at(-1);
  const goesOn = page.next === null && last !== undefined && rows.length === examined;
  return goesOn ? { ...page, next: formatCursor(keysOf(last)) } : page;
}
