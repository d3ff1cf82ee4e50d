import { eq, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { books, genres } from "#app/db/schema.ts";
import { type BookCursor, formatBookCursor } from "./book-cursor.ts";

/** Books on one page of a list. */
const BOOKS_PER_PAGE = 20;

/** A book as a list shows it. */
export interface BookSummary {
  id: string;
  title: string;
  author: string | null;
}

/**
 * One page of all books, by title and then author, folded as comparisonKey() folds them. The unique index is the
 * order, so a page reads as many rows as it shows, and one more, at any size of the table.
 *
 * @param after the last book of the page before; null for the first page
 * @returns `next` is the cursor of the page after, null on the last one
 */
export async function listBooks(
  db: Database,
  after: BookCursor | null,
): Promise<{ books: BookSummary[]; next: string | null }> {
  const rows = await db
    .select({
      id: books.id,
      title: books.title,
      author: books.author,
      titleKey: books.titleKey,
      authorKey: books.authorKey,
    })
    .from(books)
    .where(
      after
        ? sql`(${books.titleKey}, ${books.authorKey}) > (${after.titleKey}, ${after.authorKey})`
        : undefined,
    )
    .orderBy(books.titleKey, books.authorKey)
    .limit(BOOKS_PER_PAGE + 1);
  const page = rows.slice(0, BOOKS_PER_PAGE);
  const last = page.at(-1);
  return {
    books: page.map(({ id, title, author }) => ({ id, title, author })),
    next: last && rows.length > page.length ? formatBookCursor(last) : null,
  };
}

/** A book with everything its page shows, or null. */
export async function findBook(db: Database, id: string) {
  const [book] = await db
    .select({
      id: books.id,
      title: books.title,
      author: books.author,
      publisher: books.publisher,
      genre: genres.name,
    })
    .from(books)
    .leftJoin(genres, eq(genres.id, books.genreId))
    .where(eq(books.id, id));
  return book ?? null;
}
