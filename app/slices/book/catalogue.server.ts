import type { SQL } from "drizzle-orm";
import type { Database } from "#app/core/db/client.server.ts";
import { parseCursor, rowKeys } from "#app/core/lists/cursor.ts";
import { MAX_RESULTS_COUNTED } from "#app/core/lists/max-results.ts";
import type { Page } from "#app/core/lists/page.ts";
import { type BookSummary, listBooks, searchBooks } from "./book.server.ts";

/** A page of the readers' list of books. */
interface CataloguePage {
  page: Page<BookSummary>;
  /** The order; null for a search, which has its own. */
  sort: string | null;
  /** How many books a search has found, and whether there may be more; null without a search. */
  found: { count: number; atLeast: boolean } | null;
}

/**
 * One page of the books that readers see: all, or those that match a term, a genre, or both.
 * @param search the values in the URL; "" and null for no filter
 * @param mark see cardMarkContext
 * @throws a 404 response if `after` is not a cursor of this list in this order
 */
export async function readCatalogue(
  db: Database,
  { term, genre, sort, after }: { term: string; genre: string; sort: string | null; after: string | null },
  mark?: SQL,
): Promise<CataloguePage> {
  if (!term) return { ...(await listBooks(db, { genre, sort, after }, mark)), found: null };
  const from = parseCursor(after, rowKeys);
  const { page, total } = await searchBooks(db, term, from, genre || undefined, mark);
  if (total !== null) {
    const count = Math.min(total, MAX_RESULTS_COUNTED);
    return { page, sort: null, found: { count, atLeast: total > count } };
  }
  // Only the first page knows the number of results, because later pages don't know how many came before them.
  const found = from ? null : { count: page.items.length, atLeast: page.next !== null };
  return { page, sort: null, found };
}
