import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/core/db/client.server.ts";
import {
  type ConstraintRules,
  type FieldValues,
  refuseViolations,
  type Written,
} from "#app/core/db/written.ts";
import { comparisonKey } from "#app/core/lib/comparison-key.ts";
import { type Orders, orderedPage, readOrder } from "#app/core/lists/order.server.ts";
import type { Page } from "#app/core/lists/page.ts";
import { FOUND, isFound, rowidOf, searchPage } from "#app/core/lists/search/search.server.ts";
import type { Actor } from "#app/identity/audit/audit.server.ts";
import type { Audited } from "#app/identity/audit/audited.server.ts";
import { createRow } from "#app/identity/write/create-row.server.ts";
import { deleteRow, findDeletedRow, lastValueOf } from "#app/identity/write/deleted-rows.server.ts";
import { updateRow } from "#app/identity/write/update-row.server.ts";
import { genres } from "#app/slices/genre/genres.table.ts";
import { type BookChange, type BookInput, bookSchema, type NewBook } from "./book.schema.ts";
import { books } from "./books.table.ts";

/** The number of books on a page of a list. */
export const BOOKS_PER_PAGE = 20;

/** A search finds books by the words of their genre, too. */
export const BOOKS_SEARCH = { index: "books_search", referred: "genres_search" } as const;

/** A book for lists. */
export interface BookSummary {
  id: string;
  title: string;
  author: string | null;
  /** See books.table.ts, and withCovers(). */
  coverId: string | null;
  /** See cardMarkContext. */
  isMarked?: boolean;
}

/** The columns of a {@link BookSummary}. */
export const summary = { id: books.id, title: books.title, author: books.author, coverId: books.coverId };

/** Each order has two indexes: one for all books, and one that begins with the genre. */
const ORDERS = {
  title: [books.titleKey, books.authorKey],
  author: [books.authorKey, books.titleKey],
} satisfies Orders;

/**
 * One page of all books, or of the books of a genre. They are sorted by title unless `sort` names another order. It
 * reads the rows on the page plus one, however large the table is.
 * @param search the values in the URL; "" and null for no filter
 * @param mark see cardMarkContext
 * @throws a 404 response if `after` is not a cursor of this list in this order
 */
export async function listBooks(
  db: Database,
  { genre, sort, after }: { genre: string; sort: string | null; after: string | null },
  mark?: SQL,
): Promise<{ page: Page<BookSummary>; sort: string }> {
  const order = readOrder(ORDERS, { sort, cursor: after, otherwise: "title" });
  const rows = await db
    .select({ ...summary, ...marked(mark), keys: order.keys })
    .from(books)
    .where(and(genre ? eq(books.genreId, genre) : undefined, order.after))
    .orderBy(...order.orderBy)
    .limit(BOOKS_PER_PAGE + 1);
  return { page: orderedPage(rows, BOOKS_PER_PAGE, order), sort: order.sort };
}

const marked = (mark: SQL | undefined) =>
  mark && { isMarked: sql<boolean>`${mark}`.mapWith(Boolean).as("is_marked") };

/**
 * One page of the books of a genre, or of the books that contain every word of a term in their title, author, publisher
 * or the name of their genre. The oldest come first.
 * @param after the key of the last book that the previous page looked at; null for the first page
 * @param mark see cardMarkContext
 */
export const searchBooks = (
  db: Database,
  term: string,
  after: [rowid: number] | null,
  genreId?: string,
  mark?: SQL,
) =>
  searchPage(
    db,
    { ...BOOKS_SEARCH, term, after, pageSize: BOOKS_PER_PAGE, filtered: genreId !== undefined },
    (matches, limit) =>
      db
        .select({ ...summary, ...marked(mark), ...FOUND })
        .from(matches)
        .crossJoin(books)
        .where(and(isFound(books), genreId ? sql`+${books.genreId} = ${genreId}` : undefined))
        .limit(limit),
  );

/** The most recently added books, newest first. */
export const latestBooks = (db: Database, limit: number) =>
  db
    .select(summary)
    .from(books)
    .orderBy(desc(books.createdAt), sql`${rowidOf(books)} desc`)
    .limit(limit);

/** A query for a book with everything that its page shows. */
export const bookWithId = (db: Database, id: string) =>
  db
    .select({
      ...summary,
      publisher: books.publisher,
      genreId: books.genreId,
      genre: genres.name,
      updatedAt: books.updatedAt,
    })
    .from(books)
    .leftJoin(genres, eq(genres.id, books.genreId))
    .where(eq(books.id, id));

/** A book with everything that its page shows. */
export type Book = Awaited<ReturnType<typeof bookWithId>>[number];

/** Finds a book with everything that its page shows, or null. */
export async function findBook(db: Database, id: string): Promise<Book | null> {
  const [book = null] = await bookWithId(db, id);
  return book;
}

/** Finds a deleted book with its last values, or null. */
export const findDeletedBook = (db: Database, id: string) => findDeletedRow(db, "book", id);

/** SQL: the id of a book's genre, even if the book was deleted. */
export const genreOf = (id: string) => lastValueOf("book", "genreId", id);

/** How the audit log records books. */
export const audited: Audited = {
  label: books.title,
  fields: Object.keys(bookSchema.shape),
  names: { genreId: (id) => sql`(select ${genres.name} from ${genres} where ${genres.id} = ${id})` },
};

/** The refusal for each violated constraint. */
export const RULES = {
  UNIQUE: { code: "BOOK_ALREADY_EXISTS", field: "title" },
  "FOREIGN KEY": { code: "GENRE_NOT_FOUND", field: "genreId" },
} as const satisfies ConstraintRules;

/** The columns of a book, from the form's fields. */
export const rowOf = (input: BookInput) => ({
  ...input,
  titleKey: comparisonKey(input.title),
  authorKey: comparisonKey(input.author),
  publisherKey: comparisonKey(input.publisher),
});

/** Adds a book, unless one has the same title and author. */
export async function createBook(db: Database, { id, ...input }: NewBook, actor: Actor): Promise<Written> {
  return createRow(
    db,
    books,
    { ...rowOf(input), id },
    {
      actor,
      action: "book.create",
      audited,
      uniqueBy: ["titleKey", "authorKey"],
      rules: RULES,
    },
  );
}

/**
 * Updates a book if it still has the values that the form showed, unless another book has the same title and
 * author.
 * @param change.restore restores the book first
 */
export async function updateBook(
  db: Database,
  id: string,
  { original, restore, ...input }: BookChange,
  actor: Actor,
): Promise<Written> {
  return updateRow(db, books, id, {
    values: rowOf(input),
    typed: input,
    original,
    rules: RULES,
    restore: restore && "book",
    actor,
    action: "book.update",
    audited,
  });
}

/** A book that rows of another table refer to can't be deleted. */
export const DELETION_RULES: ConstraintRules = { "FOREIGN KEY": { code: "ROW_IN_USE" } };

/** Deletes a book, which can then be restored. With `original`, the book must still have these values. */
export const deleteBook = (db: Database, id: string, actor: Actor, original?: FieldValues) =>
  refuseViolations<Written>(DELETION_RULES, () =>
    deleteRow(db, books, id, { entity: "book", actor, audited, original }),
  );
