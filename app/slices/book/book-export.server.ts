import { and, gt, sql } from "drizzle-orm";
import type { Database } from "#app/core/db/client.server.ts";
import {
  isoTime,
  ROWS_EXAMINED,
  ROWS_PER_READ,
  ROWS_PER_SEARCH,
} from "#app/core/lists/csv/csv-download.server.ts";
import { parseCursor, rowKeys } from "#app/core/lists/cursor.ts";
import { examinedPage, type Page } from "#app/core/lists/page.ts";
import { FOUND, isFound, rowidOf, searchPage } from "#app/core/lists/search/search.server.ts";
import { genres } from "#app/slices/genre/genres.table.ts";
import { BOOKS_SEARCH } from "./book.server.ts";
import { books } from "./books.table.ts";
import { NO_GENRE } from "./no-genre.ts";

/** A row of an exported file. */
interface ExportedBook {
  id: string;
  title: string;
  author: string | null;
  genre: string | null;
  publisher: string | null;
  createdAt: number;
  updatedAt: number;
}

/** The columns of an exported file. The import reads columns with the same names. */
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
 * A page of the books in the manager's list, filtered by a term, a genre, or both, in the order in which they were
 * added. Even if books change in the meantime, no book is on two pages. With a genre, it looks through ROWS_EXAMINED
 * books, so a page before the last one may be short or empty.
 * @param search the values in the URL of the list; "" for no filter
 */
export async function readBooksToExport(
  db: Database,
  { term, genreId }: { term: string; genreId: string },
  cursor: string | null,
): Promise<Page<ExportedBook>> {
  const after = parseCursor(cursor, rowKeys);
  // The "+" keeps SQLite from using an index on the genre. So the query reads each row once, in the order in which they
  // were added, even if few of them have the genre.
  const ofGenre = genreId ? sql`+${books.genreId} is ${genreId === NO_GENRE ? null : genreId}` : sql`true`;
  if (term) {
    const { page } = await searchPage(
      db,
      { ...BOOKS_SEARCH, term, after, pageSize: ROWS_PER_SEARCH, filtered: genreId !== "", counted: false },
      (matches, limit) =>
        db
          .select({ ...row, ...FOUND })
          .from(matches)
          .crossJoin(books)
          .where(and(isFound(books), ofGenre))
          .limit(limit),
    );
    return page;
  }
  const examined = genreId ? ROWS_EXAMINED : ROWS_PER_READ + 1;
  const rows = await db
    .select({
      ...row,
      rowid: rowidOf(books).as("row"),
      isIn: sql<boolean>`${ofGenre}`.mapWith(Boolean).as("is_in"),
    })
    .from(books)
    .where(after ? gt(rowidOf(books), after[0]) : undefined)
    .orderBy(rowidOf(books))
    .limit(examined);
  return examinedPage(
    rows,
    { size: ROWS_PER_READ, examined, passes: ({ isIn }) => isIn },
    ({ rowid }) => [rowid],
    ({ rowid, isIn, ...book }) => book,
  );
}
