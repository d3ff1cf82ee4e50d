import { and, gt, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { books, genres } from "#app/db/schema.ts";
import { isoTime, ROWS_PER_READ } from "#app/lists/csv-download.server.ts";
import { parseCursor, rowKeys } from "#app/lists/cursor.ts";
import { type Page, pageOf } from "#app/lists/page.ts";
import { rowidOf, searchPage } from "#app/lists/search.server.ts";
import { BOOKS_SEARCH } from "./book.server.ts";
import { NO_GENRE } from "./no-genre.ts";

/** A book as a file holds it. */
interface ExportedBook {
  id: string;
  title: string;
  author: string | null;
  genre: string | null;
  publisher: string | null;
  createdAt: number;
  updatedAt: number;
}

/** The columns of a file of books. The import reads those with the same names. */
export const BOOK_COLUMNS = {
  id: ({ id }: ExportedBook) => id,
  title: ({ title }: ExportedBook) => title,
  author: ({ author }: ExportedBook) => author,
  genre: ({ genre }: ExportedBook) => genre,
  publisher: ({ publisher }: ExportedBook) => publisher,
  created_at: ({ createdAt }: ExportedBook) => isoTime(createdAt),
  updated_at: ({ updatedAt }: ExportedBook) => isoTime(updatedAt),
};

const row = {
  id: books.id,
  title: books.title,
  author: books.author,
  genre: sql<string | null>`(select ${genres.name} from ${genres} where ${genres.id} = ${books.genreId})`.as(
    "genre",
  ),
  publisher: books.publisher,
  createdAt: books.createdAt,
  updatedAt: books.updatedAt,
};

/**
 * A page of the books that the manager's list shows for a term, a genre, or both, in the order in which they were added:
 * whatever changes meanwhile, no book is in two pages.
 * @param search as in the URL of the list; "" for what it doesn't ask for
 */
export async function readBooksToExport(
  db: Database,
  { term, genreId }: { term: string; genreId: string },
  cursor: string | null,
): Promise<Page<ExportedBook>> {
  const after = parseCursor(cursor, rowKeys);
  // With a "+", the rows are read in their own order, and each one once, however few a genre has.
  const ofGenre = genreId ? sql`+${books.genreId} is ${genreId === NO_GENRE ? null : genreId}` : undefined;
  if (term) {
    const { page } = await searchPage(
      db,
      { ...BOOKS_SEARCH, term, after, pageSize: ROWS_PER_READ, filtered: genreId !== "" },
      (found, limit) =>
        db
          .select({ ...row, rowid: rowidOf(books).as("row") })
          .from(books)
          .where(and(found(books), ofGenre))
          .orderBy(rowidOf(books))
          .limit(limit),
    );
    return page;
  }
  const rows = await db
    .select({ ...row, rowid: rowidOf(books).as("row") })
    .from(books)
    .where(and(after ? gt(rowidOf(books), after[0]) : undefined, ofGenre))
    .orderBy(rowidOf(books))
    .limit(ROWS_PER_READ + 1);
  return pageOf(
    rows,
    ROWS_PER_READ,
    ({ rowid }) => [rowid],
    ({ rowid, ...book }) => book,
  );
}
