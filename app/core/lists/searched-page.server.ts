import { type Order, orderedPage } from "./order.server.ts";
import type { Page } from "./page.ts";
import { wordsOf } from "./words.ts";

/** How many rows a page of a search looks through at most. */
const EXAMINED = 300;

/** How many rows a page of a list must read: with a search, as many as it looks through; and one more. */
export const rowsToRead = (size: number, term: string): number => (term ? EXAMINED : size) + 1;

/**
 * One page of somebody's rows that hold every word of a term, in the order in which they were read. It has no index: a person's
 * rows are few, and a page looks through a limited number of them. So it may be short, or even empty, before the last one
 * (docs/decisions/0074).
 *
 * @param rows as many as {@link rowsToRead} says, each with its keys of the order, and in `words` what is searched, folded.
 *   Those with `isHidden` are read and left out
 * @param term what to find; "" finds all
 */
export function searchedPage<Row extends { keys: string; words: string; isHidden?: boolean }>(
  rows: Row[],
  { size, order, term }: { size: number; order: Order; term: string },
): Page<Omit<Omit<Row, "keys">, "words" | "isHidden">> {
  const examined = rows.slice(0, rowsToRead(size, term) - 1);
  const found = examined.filter(({ words, isHidden }) => !isHidden && (!term || holds(words, term)));
  const page = orderedPage(found, size, order);
  const rest = rows.length > examined.length ? orderedPage(rows, examined.length, order).next : null;
  return { items: page.items.map(({ words, isHidden, ...row }) => row), next: page.next ?? rest };
}

/** Whether a folded text has every word of a term. One or two letters must begin a word of the text, three may be anywhere. */
function holds(text: string, term: string): boolean {
  const words = wordsOf(term);
  const parts = words.map((word) => ([...word].length < 3 ? ` ${word}` : word));
  return parts.length > 0 && parts.every((part) => ` ${text}`.includes(part));
}
