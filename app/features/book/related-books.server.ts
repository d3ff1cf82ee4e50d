import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { books } from "#app/db/schema.ts";
import { rowidOf } from "#app/lists/search.server.ts";
import type { BookSummary } from "./book.server.ts";

/** How many other books of the author, and how many of the genre. */
const SHOWN = 4;

/** How many books with the author's name among their words are looked at, for those that are by them. */
const NAMED = 20;

/** What to read after a book. */
export interface RelatedBooks {
  byAuthor: BookSummary[];
  ofGenre: BookSummary[];
}

/**
 * Other books by the author of a book, the first added first, and others of its genre: those after it in the list, then
 * those from the start of the list. No book is in both.
 */
export async function findRelatedBooks(db: Database, id: string): Promise<RelatedBooks> {
  const { id: bookId, title, author, titleKey, authorKey, genreId } = books;
  const its = (what: SQL) => sql`(select ${what} from books where id = ${id})`;
  // No index starts with the author, but that of words (docs/decisions/0010) finds a name as a whole. A null character
  // would end the query too early, so a name with one finds nothing.
  const words = sql`replace(replace(' ' || author_key, ' ', '  '), '"', '""')`;
  const quoted = its(sql`case instr(author_key, char(0)) when 0 then '"' || ${words} || '"' end`);
  const name = sql`coalesce(${quoted}, '""')`;
  const named = sql`select rowid from books_search where books_search match ${name} order by rowid limit ${NAMED}`;
  const ofGenre = (condition?: SQL) =>
    db
      .select({ id: bookId, title, author })
      .from(books)
      .where(and(eq(genreId, its(sql`genre_id`)), condition))
      .orderBy(titleKey, authorKey)
      // As many may be by the author.
      .limit(2 * SHOWN + 1);
  const [byAuthor, after, first] = await db.batch([
    db
      .select({ id: bookId, title, author })
      .from(books)
      .where(
        and(
          sql`${rowidOf(books)} in (${named})`,
          eq(authorKey, its(sql`author_key`)),
          ne(authorKey, ""),
          ne(bookId, id),
        ),
      )
      .orderBy(rowidOf(books))
      .limit(SHOWN),
    ofGenre(sql`(${titleKey}, ${authorKey}) > ${its(sql`title_key, author_key`)}`),
    ofGenre(),
  ]);
  const shown = new Set([id, ...byAuthor.map((book) => book.id)]);
  const others = new Map([...after, ...first].map((book) => [book.id, book]));
  return { byAuthor, ofGenre: [...others.values()].filter((book) => !shown.has(book.id)).slice(0, SHOWN) };
}
