import { and, eq, sql } from "drizzle-orm";
import * as z from "zod";
import type { Database } from "#app/db/client.server.ts";
import { books, genres } from "#app/db/schema.ts";
import { totalOf } from "#app/db/totals.server.ts";
import { type ConstraintRules, GONE, refuseViolations, type Written } from "#app/db/written.ts";
import { type Actor, auditEntry, rowSubject, withAuditEntry } from "#app/features/audit/audit.server.ts";
import { createRow } from "#app/features/audit/create-row.server.ts";
import { comparisonKey } from "#app/lib/comparison-key.ts";
import { type Page, pageOf } from "#app/lists/page.ts";
import { NO_RESULTS, rowidOf, searchIndex } from "#app/lists/search.server.ts";
import type { BookInput, NewBook } from "./book.schema.ts";

/** Books on one page of a list. */
const BOOKS_PER_PAGE = 20;

/** A book as a list shows it. */
export interface BookSummary {
  id: string;
  title: string;
  author: string | null;
}

/** A page of books, and how many there are in all. */
export interface BookList {
  page: Page<BookSummary>;
  total: number;
}

const summary = { id: books.id, title: books.title, author: books.author };

/** The keys that a list of books is sorted by: title and author, as comparisonKey() folds them. */
export const titleKeys = z.tuple([z.string(), z.string()]) as z.ZodType<[string, string]>;

type TitleKeys = z.output<typeof titleKeys>;

/** A page of all books, or of those of a genre, as a query. The unique index is the order. */
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

/** The page that rows of {@link booksByTitle} make. */
const titlePage = (rows: Awaited<ReturnType<typeof booksByTitle>>): Page<BookSummary> =>
  pageOf(
    rows,
    BOOKS_PER_PAGE,
    ({ titleKey, authorKey }) => [titleKey, authorKey],
    ({ titleKey, authorKey, ...book }) => book,
  );

/**
 * One page of all books, by title and then author. It reads as many rows as it shows, and one more, at any size of the
 * table.
 * @param after the keys of the last book of the page before; null for the first page
 * @returns `next` is the cursor of the page after, null on the last one
 */
export async function listBooks(db: Database, after: TitleKeys | null): Promise<Page<BookSummary>> {
  return titlePage(await booksByTitle(db, after));
}

/** As {@link listBooks}, of all books or of those of a genre, with their number, in one round trip. */
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
 * One page of the books whose title or author holds every word of a term, in the order they were added.
 * @param after the key of the last result of the page before; null for the first page
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

/** The books that were added last, newest first. */
export const latestBooks = (db: Database, limit: number) =>
  db
    .select(summary)
    .from(books)
    .orderBy(sql`${rowidOf(books)} desc`)
    .limit(limit);

/** A book with everything its page shows, or null. */
export async function findBook(db: Database, id: string) {
  const [book] = await db
    .select({ ...summary, publisher: books.publisher, genreId: books.genreId, genre: genres.name })
    .from(books)
    .leftJoin(genres, eq(genres.id, books.genreId))
    .where(eq(books.id, id));
  return book ?? null;
}

/** What a violated constraint of the table means. */
const RULES = {
  UNIQUE: { code: "BOOK_ALREADY_EXISTS", field: "title" },
  "FOREIGN KEY": { code: "GENRE_NOT_FOUND", field: "genreId" },
} as const satisfies ConstraintRules;

const rowOf = (input: BookInput) => ({
  ...input,
  titleKey: comparisonKey(input.title),
  authorKey: comparisonKey(input.author),
});

/** Adds a book, unless there is one of the same title and author. */
export async function createBook(db: Database, { id, ...input }: NewBook, actor: Actor): Promise<Written> {
  return refuseViolations(RULES, () =>
    createRow(
      db,
      books,
      { ...rowOf(input), id },
      {
        actor,
        action: "book.create",
        label: books.title,
        uniqueBy: { titleKey: books.titleKey, authorKey: books.authorKey },
        taken: { ok: false, ...RULES.UNIQUE },
      },
    ),
  );
}

/** Changes a book; the same rule holds. */
export async function updateBook(db: Database, id: string, input: BookInput, actor: Actor): Promise<Written> {
  return refuseViolations(RULES, async () => {
    const update = db.update(books).set(rowOf(input)).where(eq(books.id, id)).returning({ id: books.id });
    const subject = rowSubject(books, id, books.title);
    const [changed] = await db.batch([...withAuditEntry(db, update, actor, "book.update", subject)]);
    return changed.length === 1 ? { ok: true, id } : GONE;
  });
}

/** Deletes a book. */
export async function deleteBook(db: Database, id: string, actor: Actor): Promise<Written> {
  const [, deleted] = await db.batch([
    auditEntry(db, actor, "book.delete", rowSubject(books, id, books.title)),
    db.delete(books).where(eq(books.id, id)).returning({ id: books.id }),
  ]);
  return deleted.length === 1 ? { ok: true, id } : GONE;
}
