import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/core/db/client.server.ts";
import { type Book, type BookSummary, bookWithId, summary } from "./book.server.ts";
import { books } from "./books.table.ts";

/** How many other books of the author are shown, and how many of the genre. */
const SHOWN = 4;

/** A book, and books to read after it. */
export interface RelatedBooks {
  /** Null if there is no such book. */
  book: Book | null;
  byAuthor: BookSummary[];
  ofGenre: BookSummary[];
}

/**
 * Finds a book, other books by the same author (sorted by title), and other books of the same genre. The
 * books of the genre begin with those after the book in the list, and continue at the start of the list. No
 * book is in both. One call to D1.
 */
export async function findBookAndRelated(db: Database, id: string): Promise<RelatedBooks> {
  const { id: bookId, titleKey, authorKey, genreId } = books;
  const its = (what: SQL) => sql`(select ${what} from books where id = ${id})`;
  const ofGenre = (condition?: SQL) =>
    db
      .select(summary)
      .from(books)
      .where(and(eq(genreId, its(sql`genre_id`)), condition))
      .orderBy(titleKey, authorKey)
      // Enough even if the first rows are the book itself and SHOWN books by its author, all of which are
      // left out.
      .limit(2 * SHOWN + 1);
  const [[book = null], byAuthor, after, first] = await db.batch([
    bookWithId(db, id),
    db
      .select(summary)
      .from(books)
      .where(and(eq(authorKey, its(sql`author_key`)), ne(authorKey, ""), ne(bookId, id)))
      .orderBy(titleKey)
      .limit(SHOWN),
    ofGenre(sql`(${titleKey}, ${authorKey}) > ${its(sql`title_key, author_key`)}`),
    ofGenre(),
  ]);
  const shownIds = new Set([id, ...byAuthor.map((book) => book.id)]);
  const others = new Map([...after, ...first].map((book) => [book.id, book]));
  const ofGenreShown = [...others.values()].filter((book) => !shownIds.has(book.id)).slice(0, SHOWN);
  return { book, byAuthor, ofGenre: ofGenreShown };
}
