import { and, eq, type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import type { Database } from "#app/db/client.server.ts";
import { books, genres, totals } from "#app/db/schema.ts";
import { orRefused, type Written } from "#app/db/written.ts";
import { type Actor, auditEntry, changedJustNow } from "#app/features/audit/audit.server.ts";
import { comparisonKey } from "#app/lib/comparison-key.ts";
import { MOST_RESULTS_COUNTED, type Page, pageOf } from "#app/lists/page.ts";
import { searchQuery } from "#app/lists/search-query.ts";
import type { BookInput, NewBook } from "./book.schema.ts";

/** Books on one page of a list. */
const BOOKS_PER_PAGE = 20;

/** A book as a list shows it. */
export interface BookSummary {
  id: string;
  title: string;
  author: string | null;
}

const summary = { id: books.id, title: books.title, author: books.author };

/** The keys that a list of books is sorted by. */
export const titleKeys = z.tuple([z.string(), z.string()]) as z.ZodType<[string, string]>;

const keysOf = ({ titleKey, authorKey }: { titleKey: string; authorKey: string }) => [titleKey, authorKey];

/** A page of all books, or of those of a genre, as a query. */
function booksByTitle(db: Database, after: [titleKey: string, authorKey: string] | null, genreId?: string) {
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

/**
 * One page of all books, by title and then author, folded as comparisonKey() folds them. The unique index is the
 * order, so a page reads as many rows as it shows, and one more, at any size of the table.
 *
 * @param after the keys of the last book of the page before; null for the first page
 * @returns `next` is the cursor of the page after, null on the last one
 */
export async function listBooks(
  db: Database,
  after: [titleKey: string, authorKey: string] | null,
): Promise<Page<BookSummary>> {
  return pageOf(await booksByTitle(db, after), BOOKS_PER_PAGE, keysOf, summaryOf);
}

/** As {@link listBooks}, of all books or of those of a genre, with their number, in one round trip. */
export async function listAndCountBooks(
  db: Database,
  after: [titleKey: string, authorKey: string] | null,
  genreId?: string,
): Promise<{ page: Page<BookSummary>; total: number }> {
  const [rows, [total]] = await db.batch([
    booksByTitle(db, after, genreId),
    genreId
      ? db.select({ value: genres.bookCount }).from(genres).where(eq(genres.id, genreId))
      : db.select({ value: totals.value }).from(totals).where(eq(totals.name, "books")),
  ]);
  return { page: pageOf(rows, BOOKS_PER_PAGE, keysOf, summaryOf), total: total?.value ?? 0 };
}

/**
 * One page of the books whose title or author holds every word of a term, in the order they were added: the
 * index has them in it, so a page of a common word costs no more than one of a rare word.
 *
 * @param after the key of the last result of the page before; null for the first page
 * @returns `total` stops at {@link MOST_RESULTS_COUNTED} + 1
 */
export async function searchBooks(
  db: Database,
  term: string,
  after: [row: number] | null,
): Promise<{ page: Page<BookSummary>; total: number }> {
  const query = searchQuery(term);
  if (!query) return { page: { items: [], next: null }, total: 0 };
  const search = sql`books_search`;
  const matches = sql`books_search match ${query}`;
  const limited = db
    .select({ one: sql`1`.as("one") })
    .from(search)
    .where(matches)
    .limit(MOST_RESULTS_COUNTED + 1);
  const [rows, [counted]] = await db.batch([
    db
      .select({ ...summary, row: sql<number>`books_search.rowid`.as("row") })
      .from(search)
      .innerJoin(books, sql`${books}.rowid = books_search.rowid`)
      .where(and(matches, after ? sql`books_search.rowid > ${after[0]}` : undefined))
      .orderBy(sql`books_search.rowid`)
      .limit(BOOKS_PER_PAGE + 1),
    db.select({ total: sql<number>`count(*)`.as("total") }).from(limited.as("limited")),
  ]);
  return { page: pageOf(rows, BOOKS_PER_PAGE, ({ row }) => [row], summaryOf), total: counted?.total ?? 0 };
}

/** The books that were added last, newest first. */
export const latestBooks = (db: Database, limit: number) =>
  db.select(summary).from(books).orderBy(sql`${books}.rowid desc`).limit(limit);

/** What a list shows of a row. */
const summaryOf = ({ id, title, author }: BookSummary): BookSummary => ({ id, title, author });

/** A book with everything its page shows, or null. */
export async function findBook(db: Database, id: string) {
  const [book] = await db
    .select({
      id: books.id,
      title: books.title,
      author: books.author,
      publisher: books.publisher,
      genreId: books.genreId,
      genre: genres.name,
    })
    .from(books)
    .leftJoin(genres, eq(genres.id, books.genreId))
    .where(eq(books.id, id));
  return book ?? null;
}

/**
 * Adds a book, unless there is one of the same title and author: the unique index decides, so of two equal ones
 * at the same time one is added. The same book under the same id is the same form sent twice, and no second book.
 */
export async function createBook(db: Database, { id, ...input }: NewBook, actor: Actor): Promise<Written> {
  const row = rowOf(input);
  return orRefused(async () => {
    const [added, , [existing]] = await db.batch([
      db
        .insert(books)
        .values({ ...row, id })
        .onConflictDoNothing()
        .returning({ id: books.id }),
      auditEntry(db, actor, "book.create", bookSubject(id, and(eq(books.id, id), changedJustNow))),
      db.select({ titleKey: books.titleKey, authorKey: books.authorKey }).from(books).where(eq(books.id, id)),
    ]);
    if (added.length === 1) return { ok: true, id };
    if (!existing) return { ok: false, code: "BOOK_ALREADY_EXISTS" };
    if (existing.titleKey === row.titleKey && existing.authorKey === row.authorKey) return { ok: true, id };
    // The form was filled in anew after its first book (Back, in a browser without script): another book.
    return createBook(db, { ...input, id: crypto.randomUUID() }, actor);
  }, RULES);
}

/** Changes a book; the same rule holds. */
export async function updateBook(db: Database, id: string, input: BookInput, actor: Actor): Promise<Written> {
  return orRefused(async () => {
    const [changed] = await db.batch([
      db.update(books).set(rowOf(input)).where(eq(books.id, id)).returning({ id: books.id }),
      auditEntry(db, actor, "book.update", bookSubject(id, and(eq(books.id, id), changedJustNow))),
    ]);
    return changed.length === 1 ? { ok: true, id } : { ok: false, code: null };
  }, RULES);
}

/** Deletes a book. @returns whether there was one */
export async function deleteBook(db: Database, id: string, actor: Actor): Promise<boolean> {
  const [, deleted] = await db.batch([
    auditEntry(db, actor, "book.delete", bookSubject(id, eq(books.id, id))),
    db.delete(books).where(eq(books.id, id)).returning({ id: books.id }),
  ]);
  return deleted.length === 1;
}

const bookSubject = (id: string, where: SQL | undefined) => ({
  from: books,
  where,
  id,
  label: sql`${books.title}`,
});

const rowOf = (input: BookInput) => ({
  ...input,
  titleKey: comparisonKey(input.title),
  authorKey: comparisonKey(input.author),
});

const RULES = { UNIQUE: "BOOK_ALREADY_EXISTS", "FOREIGN KEY": "GENRE_NOT_FOUND" } as const;
