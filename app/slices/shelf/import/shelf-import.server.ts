import { and, eq, sql } from "drizzle-orm";
import type { i18n } from "i18next";
import { runBatch } from "#app/core/db/batch.server.ts";
import type { Database } from "#app/core/db/client.server.ts";
import { insertFrom } from "#app/core/db/insert-from.server.ts";
import { writable } from "#app/core/db/owned.ts";
import { issueMessages, messageOf } from "#app/core/forms/issue-messages.ts";
import { parseNumber } from "#app/core/forms/parse-number.ts";
import { comparisonKey } from "#app/core/lib/comparison-key.ts";
import { type Actor, auditEntry } from "#app/identity/audit/audit.server.ts";
import { books } from "#app/slices/book/books.table.ts";
import {
  chunksOf,
  type Fate,
  given,
  type Keys,
  keyOf,
  ROWS_PER_LOOKUP,
  withOutcomes,
} from "#app/slices/book/import/book-import.server.ts";
import { isOnShelf, unlistedId } from "#app/slices/shelf/books-on-shelf.server.ts";
import { importedSchema, type ReadingImport } from "#app/slices/shelf/reading.schema.ts";
import type { shelfOf } from "#app/slices/shelf/reading.server.ts";
import type { ReadingState } from "#app/slices/shelf/reading-states.ts";
import type { ShelfField, ShelfRow } from "./shelf-file.server.ts";

/**
 * How many books a batch adds. D1's limit for a parameter is 2 MB; the texts and keys of a book are at most 3,000
 * UTF-16 units.
 */
const ROWS_PER_BATCH = 150;

/** The names of the states in files. */
const STATES = new Map<string, ReadingState>([
  ["reading", "reading"],
  ["currently-reading", "reading"],
  ["wanted", "wanted"],
  ["to-read", "wanted"],
  // The state for a file without states, such as a list of titles.
  ["", "wanted"],
  ["read", "read"],
]);

/** A book in the form that the shelf stores. */
type ImportedBook = ReadingImport & Keys & { bookId: string };

/** A row with its outcome and its errors, in the reader's language. */
export interface JudgedShelfRow {
  row: ShelfRow;
  fate: Fate;
  errors: { field: ShelfField; message: string; value: string }[];
  /** The book; null if the row is refused. */
  book: ImportedBook | null;
  /** Whether the row's rating was not a whole number of stars. */
  isRounded: boolean;
  /** Whether the book is new on the shelf, and not in the catalogue. */
  isUnlisted: boolean;
  /** The number of the earlier row that this row repeats. */
  repeats?: number;
}

/**
 * Decides the outcome of each row, by the rules of the form and the current rows of the shelf and the catalogue. A book
 * of the catalogue is recognised by title and author. On the shelf, it is found by its id, or by title and author.
 */
export async function judgeShelfRows(
  db: Database,
  { rows: own, ownerId }: ReturnType<typeof shelfOf>,
  i18n: i18n,
  rows: ShelfRow[],
): Promise<JudgedShelfRow[]> {
  const judged = rows.map(checkRow(i18n));
  const chunks = chunksOf(
    judged.flatMap(({ book }) => book ?? []),
    ROWS_PER_LOOKUP,
  ).map((chunk) => given(chunk.map(({ titleKey, authorKey }) => [titleKey, authorKey])));
  const [title, author] = [sql`given.value ->> 0`, sql`given.value ->> 1`];
  // With "cross", SQLite looks up each book by its keys, and tries no other order.
  const listed = chunks.map((keys) =>
    db
      .select({
        id: books.id,
        titleKey: books.titleKey,
        authorKey: books.authorKey,
        isThere: sql<boolean>`${isOnShelf(ownerId)}`.mapWith(Boolean).as("is_there"),
      })
      .from(keys)
      .crossJoin(books)
      .where(and(eq(books.titleKey, title), eq(books.authorKey, author))),
  );
  const shelved = chunks.map((keys) =>
    db
      .select({ titleKey: own.titleKey, authorKey: own.authorKey })
      .from(keys)
      .crossJoin(own)
      .where(and(eq(own.titleKey, title), eq(own.authorKey, author))),
  );
  const [inCatalogue, onShelf] = await Promise.all([Promise.all(listed), Promise.all(shelved)]);
  const ids = new Map(inCatalogue.flat().map((book) => [keyOf(book), book.id]));
  const existing = [...onShelf.flat(), ...inCatalogue.flat().filter(({ isThere }) => isThere)];
  const linked = judged.map((one) => ({
    ...one,
    book: one.book && { ...one.book, bookId: ids.get(keyOf(one.book)) ?? one.book.bookId },
  }));
  return withOutcomes(linked, new Set(existing.map(keyOf))).map((one) => ({
    ...one,
    isUnlisted: one.fate === "new" && one.book !== null && !ids.has(keyOf(one.book)),
  }));
}

/** Validates rows with the rules of the form. */
function checkRow(i18n: i18n): (row: ShelfRow) => JudgedShelfRow {
  const error = issueMessages(i18n);
  return (row) => {
    const state = STATES.get(row.state.toLowerCase());
    const { rating, isRounded } = starsIn(row.rating);
    // An empty field is left out, as a form leaves it out.
    const parsed = importedSchema.safeParse(
      {
        title: row.title || undefined,
        author: row.author || undefined,
        state: state ?? row.state,
        rating: rating || undefined,
        finishedOn: row.finishedOn || undefined,
        note: row.note || undefined,
      },
      { error },
    );
    const errors: JudgedShelfRow["errors"] = (parsed.error?.issues ?? []).map(({ path, message }) => {
      const field = path[0] as ShelfField;
      return {
        field,
        message: field === "state" ? i18n.t("reading:errors.unknownState") : messageOf(i18n, message),
        value: row[field],
      };
    });
    if (row.beyond.length > 0) {
      errors.push({ field: "title", message: i18n.t("import:errors.beyond"), value: row.beyond.join(", ") });
    }
    if (!parsed.success || errors.length > 0) {
      return { row, fate: "refused", errors, book: null, isRounded: false, isUnlisted: false };
    }
    const { title, author } = parsed.data;
    const keys = { titleKey: comparisonKey(title), authorKey: comparisonKey(author) };
    const book = { ...parsed.data, ...keys, bookId: unlistedId(keys) };
    return { row, fate: "new", errors, book, isRounded, isUnlisted: false };
  };
}

/** Converts a rating to whole stars. Goodreads writes 0 for none, and StoryGraph writes quarters, which are rounded. */
function starsIn(rating: string): { rating: string; isRounded: boolean } {
  const stars = parseNumber(rating);
  if (stars === 0) return { rating: "", isRounded: false };
  if (stars === null || stars < 0 || Number.isInteger(stars)) return { rating, isRounded: false };
  return { rating: String(Math.max(Math.round(stars), 1)), isRounded: true };
}

/**
 * Adds books to a shelf, each with its entry in the audit log. Books that are already there stay as they are, so the
 * same rows can be sent again, even at the same time.
 * @returns how many were added
 */
export async function addToShelf(
  db: Database,
  shelf: ReturnType<typeof shelfOf>,
  input: ImportedBook[],
  actor: Actor,
): Promise<number> {
  const { table, isOwn, ownerId } = writable(shelf);
  const value = (n: number) => sql`given.value ->> ${sql.raw(`${n}`)}`;
  let count = 0;
  for (const chunk of chunksOf(input, ROWS_PER_BATCH)) {
    // The ids are new in each batch, so a row with one of these ids was added by this batch.
    const rows = chunk.map((book) => [
      crypto.randomUUID(),
      book.bookId,
      book.title,
      book.author,
      book.titleKey,
      book.authorKey,
      book.state,
      book.rating,
      book.finishedOn,
      book.note,
    ]);
    const isThere = and(isOwn, eq(table.titleKey, value(4)), eq(table.authorKey, value(5)));
    const { added } = await runBatch(db, {
      added: insertFrom(
        db,
        table,
        {
          id: value(0),
          userId: ownerId,
          bookId: value(1),
          title: value(2),
          author: value(3),
          titleKey: value(4),
          authorKey: value(5),
          state: value(6),
          rating: value(7),
          finishedOn: value(8),
          note: value(9),
        },
        { from: given(rows), where: sql`not exists (select 1 from ${table} where ${isThere})` },
      )
        .onConflictDoNothing()
        .returning({ id: table.id }),
      entries: auditEntry(db, actor, "reading.create", {
        from: sql`${given(rows.map(([id = null]) => [id]))} cross join ${table}`,
        where: and(eq(table.id, value(0)), isOwn),
        id: sql`${table.id}`,
        label: null,
      }),
    });
    count += added.length;
  }
  return count;
}
