import { and, eq, exists, inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/core/db/client.server.ts";
import { rowsOf, rowsOfOwner, searchedRowsOf } from "#app/core/db/owned.ts";
import type { FieldValues, Written } from "#app/core/db/written.ts";
import { comparisonKey } from "#app/core/lib/comparison-key.ts";
import { parseCursor, rowKeys } from "#app/core/lists/cursor.ts";
import { type Orders, orderedPage, readOrder } from "#app/core/lists/order.server.ts";
import { FOUND, isFound, searchPage } from "#app/core/lists/search/search.server.ts";
import type { Actor } from "#app/identity/audit/audit.server.ts";
import { createRow } from "#app/identity/write/create-row.server.ts";
import { deleteRow, findDeletedOwnRow } from "#app/identity/write/deleted-rows.server.ts";
import { updateRow } from "#app/identity/write/update-row.server.ts";
import { books } from "#app/slices/book/books.table.ts";
import { coverIdOf } from "#app/slices/book/cover/sent-covers.server.ts";
import { findReadingOf, unlistedId } from "./books-on-shelf.server.ts";
import type { Put, ReadingInput } from "./reading.schema.ts";
import { readingCounts } from "./reading-counts.table.ts";
import { READING_STATES, type ReadingState } from "./reading-states.ts";
import { readings } from "./readings.table.ts";

/** The number of books on a page of a shelf. */
const READINGS_PER_PAGE = 20;

/**
 * The number of books on a page of search results. The search reads three rows for each book, and a page may
 * read 60 rows.
 */
const RESULTS_PER_PAGE = 15;

/** A user's shelf. */
export const shelfOf = (ownerId: string) => rowsOf(readings, ownerId);

type Shelf = ReturnType<typeof shelfOf>;
/** The rows of a shelf, only for SELECT. */
type Rows = Shelf["rows"];

/**
 * One page of the books on a shelf that are in `state`. It reads the rows on the page plus one, however large
 * the shelf.
 * @param from `sort` is the order, "updated" or "title"; `cursor` is where the previous page ended (core/lists/order)
 */
export async function listReadings(
  db: Database,
  rows: Rows,
  state: ReadingState,
  { sort, cursor }: { sort: string | null; cursor: string | null },
) {
  const orders: Orders = { updated: [rows.updatedAt, rows.id], title: [rows.titleKey, rows.id] };
  const order = readOrder(orders, { sort, cursor, otherwise: "-updated" });
  const found = await db
    .select({
      id: rows.id,
      title: rows.title,
      author: rows.author,
      coverId: coverIdOf(rows.bookId).as("cover_id"),
      rating: rows.rating,
      state: rows.state,
      keys: order.keys,
    })
    .from(rows)
    .where(and(eq(rows.state, state), order.after))
    .orderBy(...order.orderBy)
    .limit(READINGS_PER_PAGE + 1);
  return { page: orderedPage(found, READINGS_PER_PAGE, order), sort: order.sort };
}

/**
 * One page of the books on a user's shelf whose title or author contains every word of a term, whatever their state, in
 * the order in which they were added. It reads three rows for each book on the page, one of them for the cover. It does
 * not count the books, which would read all of them.
 * @param ownerId the user's id, or a query for it
 * @param cursor where the previous page ended
 */
export async function searchShelf(db: Database, ownerId: string | SQL, term: string, cursor: string | null) {
  const rows = searchedRowsOf(readings, ownerId);
  const after = parseCursor(cursor, rowKeys);
  const { page } = await searchPage(
    db,
    { index: "readings_search", ownerId, term, after, pageSize: RESULTS_PER_PAGE, counted: false },
    (matches, limit) =>
      db
        .select({
          id: rows.id,
          title: rows.title,
          author: rows.author,
          coverId: coverIdOf(rows.bookId).as("cover_id"),
          rating: rows.rating,
          state: rows.state,
          ...FOUND,
        })
        .from(matches)
        .crossJoin(rows)
        .where(isFound(rows))
        .limit(limit),
  );
  return page;
}

/** How many books are on a user's shelf, by state. @param ownerId the user's id, or a query for it */
export async function countReadings(
  db: Database,
  ownerId: string | SQL,
): Promise<Record<ReadingState, number>> {
  const rows = rowsOfOwner(readingCounts, ownerId);
  const counts = await db
    .select({ state: rows.state, value: rows.value })
    .from(rows)
    .where(inArray(rows.state, READING_STATES));
  return {
    reading: 0,
    wanted: 0,
    read: 0,
    ...Object.fromEntries(counts.map(({ state, value }) => [state, value])),
  };
}

/** The books that a user is reading, the most recently changed ones first. */
export const nowReading = (db: Database, rows: Rows, limit: number) =>
  db
    .select({
      id: rows.id,
      title: rows.title,
      author: rows.author,
      coverId: coverIdOf(rows.bookId).as("cover_id"),
    })
    .from(rows)
    .where(eq(rows.state, "reading"))
    .orderBy(sql`${rows.updatedAt} desc`, sql`${rows.id} desc`)
    .limit(limit);

/** Finds a reader's record of a book on their shelf, or null. `inCatalogue`: whether the book still has a page. */
export async function findReading(db: Database, rows: Rows, id: string) {
  const [reading] = await db
    .select({
      id: rows.id,
      bookId: rows.bookId,
      title: rows.title,
      author: rows.author,
      state: rows.state,
      rating: rows.rating,
      finishedOn: rows.finishedOn,
      note: rows.note,
      coverId: coverIdOf(rows.bookId).as("cover_id"),
      inCatalogue: exists(db.select({ id: books.id }).from(books).where(eq(books.id, rows.bookId)))
        .mapWith(Boolean)
        .as("in_catalogue"),
    })
    .from(rows)
    .where(eq(rows.id, id));
  return reading ?? null;
}

/** Finds a reader's record of a book that they have removed from their shelf, or null. */
export async function findRemoved(db: Database, shelf: Shelf, id: string) {
  const removed = await findDeletedOwnRow(db, shelf, "reading", id);
  return removed && { ...removed, coverId: null, inCatalogue: false };
}

/** A book to add to a shelf, with the reader's first record of it. */
type NewReading = Omit<Put, "list" | "unseen"> & Partial<ReadingInput>;

/** Adds a book of the catalogue to a shelf, unless it is already there. */
export async function addReading(
  db: Database,
  shelf: Shelf,
  reading: NewReading,
  actor: Actor,
): Promise<Written> {
  const [book] = await db
    .select({ title: books.title, author: books.author })
    .from(books)
    .where(eq(books.id, reading.bookId));
  return book
    ? createOnShelf(db, shelf, { ...reading, ...book }, actor)
    : { ok: false, code: "BOOK_NOT_FOUND", field: "bookId" };
}

/**
 * Adds a book of the catalogue to a shelf. If it is already there, its state changes, but only if the form showed the
 * current state.
 */
export async function putOnShelf(db: Database, shelf: Shelf, put: Put, actor: Actor): Promise<Written> {
  const { list, unseen, ...row } = put;
  const { bookId, state } = row;
  const created = await addReading(db, shelf, row, actor);
  if (created.ok && !created.repeated) return created;
  const existing = await findReadingOf(db, shelf.rows, bookId);
  if (existing && (unseen || list !== undefined)) return { ok: true, id: existing.id, repeated: true };
  return existing ? moveOnShelf(db, shelf, existing.id, { bookId, state }, actor) : created;
}

function createOnShelf(
  db: Database,
  shelf: Shelf,
  row: NewReading & { title: string; author: string | null },
  actor: Actor,
): Promise<Written> {
  const keys = { titleKey: comparisonKey(row.title), authorKey: comparisonKey(row.author) };
  const refused = { ok: false, code: "ALREADY_ON_SHELF", field: "bookId" } as const;
  const unlisted = db
    .select({ id: shelf.rows.id })
    .from(shelf.rows)
    .where(eq(shelf.rows.bookId, unlistedId(keys)));
  return createRow(
    db,
    shelf,
    { ...row, ...keys },
    {
      actor,
      action: "reading.create",
      uniqueBy: ["bookId"],
      rules: { UNIQUE: { code: refused.code, field: refused.field } },
      unless: { condition: exists(unlisted), refused },
    },
  );
}

/** Changes the state of a book, and links it to the catalogue if it was not linked before. */
const moveOnShelf = (
  db: Database,
  shelf: Shelf,
  id: string,
  values: { bookId: string; state: ReadingState },
  actor: Actor,
) =>
  updateRow(db, shelf, id, { values, typed: values, original: undefined, actor, action: "reading.update" });

/**
 * Changes a reader's record of a book, if it still has the values that the form showed.
 * @param change.restore restores the record first
 */
export const updateReading = (
  db: Database,
  shelf: Shelf,
  id: string,
  { original, restore, ...input }: ReadingInput & { original?: FieldValues | undefined; restore: boolean },
  actor: Actor,
): Promise<Written> =>
  updateRow(db, shelf, id, {
    values: input,
    typed: input,
    original,
    rules: { UNIQUE: { code: "ALREADY_ON_SHELF" } },
    restore: restore && "reading",
    actor,
    action: "reading.update",
  });

/**
 * Removes a book from a shelf. The reader can put it back with its record. With `original`, the row must still have
 * these values.
 */
export const removeReading = (
  db: Database,
  shelf: Shelf,
  id: string,
  actor: Actor,
  original?: FieldValues,
): Promise<Written> => deleteRow(db, shelf, id, { entity: "reading", actor, original, label: "title" });
