import { type Order, orderedPage } from "#app/core/lists/order.server.ts";
import type { Page } from "#app/core/lists/page.ts";
import { wordsOf } from "./words.ts";

/** The most rows that a page of a search examines. */
const EXAMINED = 300;

/**
 * How many rows to read for a page: one more than it shows. If the page examines rows, as a search does, it
 * is one more than the page examines.
 */
export const rowsToRead = (size: number, examines: boolean): number => (examines ? EXAMINED : size) + 1;

/**
 * One page of an owner's rows that contain every word of a term, in the order in which they were read. There
 * is no index, because an owner has few rows, and a page examines a limited number of them. So a page before
 * the last one may be short or even empty (docs/decisions/0074).
 *
 * @param rows as many as {@link rowsToRead} returns, each with the keys of its place in the order, and the
 *   folded text to search in `words`. Rows with `isHidden` are left out
 * @param term what to find; "" finds all
 * @param examines see {@link rowsToRead}; also true for a filter that has no index
 */
export function searchedPage<Row extends { keys: string; words: string; isHidden?: boolean }>(
  rows: Row[],
  {
    size,
    order,
    term,
    examines = term !== "",
  }: { size: number; order: Order; term: string; examines?: boolean },
): Page<Omit<Omit<Row, "keys">, "words" | "isHidden">> {
  const examined = rows.slice(0, rowsToRead(size, examines) - 1);
  const found = examined.filter(({ words, isHidden }) => !isHidden && (!term || holds(words, term)));
  const page = orderedPage(found, size, order);
  const rest = rows.length > examined.length ? orderedPage(rows, examined.length, order).next : null;
  return { items: page.items.map(({ words, isHidden, ...row }) => row), next: page.next ?? rest };
}

/**
 * Whether a folded text has every word of a term. One or two letters must start a word of the text, three may be
 * anywhere.
 */
function holds(text: string, term: string): boolean {
  const words = wordsOf(term);
  const parts = words.map((word) => ([...word].length < 3 ? ` ${word}` : word));
  return parts.length > 0 && parts.every((part) => ` ${text}`.includes(part));
}
