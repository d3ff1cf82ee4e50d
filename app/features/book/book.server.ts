import { and, eq, sql } from "drizzle-orm";
import * as z from "zod";
import type { Database } from "#app/db/client.server.ts";
import { books, genres } from "#app/db/schema.ts";
import { totalOf } from "#app/db/totals.server.ts";
import { type ConstraintRules, refuseViolations, type Written } from "#app/db/written.ts";
import type { Actor } from "#app/features/audit/audit.server.ts";
import type { Audited } from "#app/features/audit/audited.server.ts";
import { createRow } from "#app/features/audit/create-row.server.ts";
import { deleteRow, findDeletedRow } from "#app/features/audit/deleted-rows.server.ts";
import { updateRow } from "#app/features/audit/update-row.server.ts";
import { comparisonKey } from "#app/lib/comparison-key.ts";
import { formatCursor } from "#app/lists/cursor.ts";
import { type Page, pageOf } from "#app/lists/page.ts";
import { NO_RESULTS, rowidOf, searchIndex } from "#app/lists/search.server.ts";
import { type BookChange, type BookInput, bookSchema, type NewBook } from "./book.schema.ts";

const BOOKS_PER_PAGE = 20;

/** How many results of a search a page looks through for those of one genre. */
const MATCHES_EXAMINED = 300;

/** A book as lists show it. */
export interface BookSummary {
  id: string;
  title: string;
  author: string | null;
}

/** A page of books, and the total count. */
export interface BookList {
  page: Page<BookSummary>;
  total: number;
}

const summary = { id: books.id, title: books.title, author: books.author };

/** The sort keys of a list of books: title and author, as comparisonKey() folds them. */
export const titleKeys = z.tuple([z.string(), z.string()]) as z.ZodType<[string, string]>;

type TitleKeys = z.output<typeof titleKeys>;

/** The query for a page of all books, or of one genre's, in the order of the unique index. */
function booksByTitle(db: Database, after: TitleKeys | null, genreId?: string) {
  return db
    .select({ ...summary, titleKey: books.titleKey, authorKey: books.authorKey })
    .from(books)
    .where(
      and(
        genreId ? eq(books.genreId, genreId) : undefined,
        after ? sql`(${books.titleKey}, ${books.authorKey}) > (${after[0]}, ${after[1]})` : undefined,
      ),
    )
    .orderBy(books.titleKey, books.authorKey)
    .limit(BOOKS_PER_PAGE + 1);
}

/** Makes a page of the rows of {@link booksByTitle}. */
const titlePage = (rows: Awaited<ReturnType<typeof booksByTitle>>): Page<BookSummary> =>
  pageOf(
    rows,
    BOOKS_PER_PAGE,
    ({ titleKey, authorKey }) => [titleKey, authorKey],
    ({ titleKey, authorKey, ...book }) => book,
  );

/**
 * One page of all books, or of one genre's, ordered by title, then author. It reads the rows it shows plus one, however
 * large the table.
 * @param after the keys of the previous page's last book; null for the first page
 * @returns `next` is the cursor of the next page; null on the last page
 */
export async function listBooks(
  db: Database,
  after: TitleKeys | null,
  genreId?: string,
): Promise<Page<BookSummary>> {
  return titlePage(await booksByTitle(db, after, genreId));
}

/** Like {@link listBooks}, with the total count, in one round trip. */
export async function listAndCountBooks(
  db: Database,
  after: TitleKeys | null,
  genreId?: string,
): Promise<BookList> {
  const [rows, [total]] = await db.batch([
    booksByTitle(db, after, genreId),
    genreId
      ? db.select({ value: genres.bookCount }).from(genres).where(eq(genres.id, genreId))
      : totalOf(db, "books"),
  ]);
  return { page: titlePage(rows), total: total?.value ?? 0 };
}

/**
 * One page of the books whose title or author contains every word of a term, oldest first.
 * @param after the key of the previous page's last result; null for the first page
 * @returns `total` stops at MAX_RESULTS_COUNTED + 1
 */
export async function searchBooks(
  db: Database,
  term: string,
  after: [rowid: number] | null,
): Promise<BookList> {
  const search = searchIndex(db, "books_search", term, after, BOOKS_PER_PAGE);
  if (!search) return NO_RESULTS;
  const [rows, [counted]] = await db.batch([
    db
      .select({ ...summary, rowid: rowidOf(books).as("row") })
      .from(books)
      .where(search.finds(books))
      .orderBy(rowidOf(books)),
    search.count,
  ]);
  return {
    page: pageOf(
      rows,
      BOOKS_PER_PAGE,
      ({ rowid }) => [rowid],
      ({ rowid, ...book }) => book,
    ),
    total: counted?.total ?? 0,
  };
}

/**
 * One page of a search within a genre, oldest first. The index of words knows no genres, so each page looks through a
 * limited number of books that match the term, and may be short or even empty before the last one.
 * @param after the key of the last book that the previous page looked at; null for the first page
 */
export async function searchGenre(
  db: Database,
  term: string,
  after: [rowid: number] | null,
  genreId: string,
): Promise<Page<BookSummary>> {
  const search = searchIndex(db, "books_search", term, after, MATCHES_EXAMINED);
  if (!search) return NO_RESULTS.page;
  const [rows, [window]] = await db.batch([
    db
      .select({ ...summary, rowid: rowidOf(books).as("row") })
      .from(books)
      // The "+" keeps SQLite from reading the whole genre by its own index.
      .where(and(search.finds(books), sql`+${books.genreId} = ${genreId}`))
      .orderBy(rowidOf(books))
      .limit(BOOKS_PER_PAGE + 1),
    search.window,
  ]);
  const page = pageOf(
    rows,
    BOOKS_PER_PAGE,
    ({ rowid }) => [rowid],
    ({ rowid, ...book }) => book,
  );
  const goesOn = page.next === null && window !== undefined && window.matches > MATCHES_EXAMINED;
  return goesOn ? { ...page, next: formatCursor([window.last]) } : page;
}

/** The most recently added books, newest first. */
export const latestBooks = (db: Database, limit: number) =>
  db
    .select(summary)
    .from(books)
    .orderBy(sql`${rowidOf(books)} desc`)
    .limit(limit);

/** Finds a book with all that its page shows, or null. */
export async function findBook(db: Database, id: string) {
  const [book] = await db
    .select({ ...summary, publisher: books.publisher, genreId: books.genreId, genre: genres.name })
    .from(books)
    .leftJoin(genres, eq(genres.id, books.genreId))
    .where(eq(books.id, id));
  return book ?? null;
}

/** Finds a deleted book as it was, or null. */
export const findDeletedBook = (db: Database, id: string) => findDeletedRow(db, "book", id);

/** What the audit log says of a book. */
const audited: Audited = {
  label: books.title,
  fields: Object.keys(bookSchema.shape),
  names: { genreId: (id) => sql`(select ${genres.name} from ${genres} where ${genres.id} = ${id})` },
};

/** The refusal for each violated constraint. */
const RULES = {
  UNIQUE: { code: "BOOK_ALREADY_EXISTS", field: "title" },
  "FOREIGN KEY": { code: "GENRE_NOT_FOUND", field: "genreId" },
} as const satisfies ConstraintRules;

const rowOf = (input: BookInput) => ({
  ...input,
  titleKey: comparisonKey(input.title),
  authorKey: comparisonKey(input.author),
});

/** Adds a book, unless one has the same title and author. */
export async function createBook(db: Database, { id, ...input }: NewBook, actor: Actor): Promise<Written> {
  return refuseViolations(RULES, () =>
    createRow(
      db,
      books,
      { ...rowOf(input), id },
      {
        actor,
        action: "book.create",
        audited,
        uniqueBy: { titleKey: books.titleKey, authorKey: books.authorKey },
        taken: { ok: false, ...RULES.UNIQUE },
      },
    ),
  );
}

/** Updates a book, under the same rule, if it still holds what the form showed. @param change.restore restores it first */
export async function updateBook(
  db: Database,
  id: string,
  { shown, restore, ...input }: BookChange,
  actor: Actor,
): Promise<Written> {
  return refuseViolations(RULES, () =>
    updateRow(db, books, id, {
      values: rowOf(input),
      typed: input,
      shown,
      restore: restore && "book",
      actor,
      action: "book.update",
      audited,
    }),
  );
}

/** Deletes a book. It can be restored. */
export const deleteBook = (db: Database, id: string, actor: Actor) =>
  deleteRow(db, books, id, { entity: "book", actor, audited });
