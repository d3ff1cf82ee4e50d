import { and, eq, exists, sql } from "drizzle-orm";
import type { Database } from "#app/core/db/client.server.ts";
import { rowsOf } from "#app/core/db/owned.ts";
import type { ShownValues, Written } from "#app/core/db/written.ts";
import { comparisonKey } from "#app/core/lib/comparison-key.ts";
import { type Orders, orderedPage, readOrder } from "#app/core/lists/order.server.ts";
import type { Actor } from "#app/identity/audit/audit.server.ts";
import { createRow } from "#app/identity/write/create-row.server.ts";
import { deleteRow, findDeletedOwnRow } from "#app/identity/write/deleted-rows.server.ts";
import { updateRow } from "#app/identity/write/update-row.server.ts";
import { books } from "#app/slices/book/books.table.ts";
import type { Put, ReadingInput } from "./reading.schema.ts";
import type { ReadingState } from "./reading-states.ts";
import { readings } from "./readings.table.ts";

/** Books on one page of a shelf. */
const READINGS_PER_PAGE = 20;

/** Somebody's shelf. */
export const shelfOf = (ownerId: string) => rowsOf(readings, ownerId);

type Shelf = ReturnType<typeof shelfOf>;
/** What is on it, to select from. */
type Rows = Shelf["rows"];

/**
 * One page of those books on a shelf that are in a state. It reads the rows that it shows plus one, however many there are.
 * @param from `sort` is the order, "updated" or "title", and `cursor` where the page before ended (core/lists/order)
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
      rating: rows.rating,
      keys: order.keys,
    })
    .from(rows)
    .where(and(eq(rows.state, state), order.after))
    .orderBy(...order.orderBy)
    .limit(READINGS_PER_PAGE + 1);
  return { page: orderedPage(found, READINGS_PER_PAGE, order), sort: order.sort };
}

/** The books that somebody is reading, those first with which something was done last. */
export const nowReading = (db: Database, rows: Rows, limit: number) =>
  db
    .select({ id: rows.id, title: rows.title, author: rows.author })
    .from(rows)
    .where(eq(rows.state, "reading"))
    .orderBy(sql`${rows.updatedAt} desc`, sql`${rows.id} desc`)
    .limit(limit);

/** Finds what a reader keeps of a book on their shelf, or null. `inCatalogue`: whether the book still has a page. */
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
      inCatalogue: exists(db.select({ id: books.id }).from(books).where(eq(books.id, rows.bookId)))
        .mapWith(Boolean)
        .as("in_catalogue"),
    })
    .from(rows)
    .where(eq(rows.id, id));
  return reading ?? null;
}

/** Finds what a reader kept of a book that they have taken off their shelf, or null. */
export async function findRemoved(db: Database, { ownerId }: Shelf, id: string) {
  const removed = await findDeletedOwnRow(db, "reading", { ownerId, id });
  return removed && { ...removed, inCatalogue: false };
}

/** Finds where a book is on a shelf, or null. */
export async function findReadingOf(db: Database, rows: Rows, bookId: string) {
  const [reading] = await db
    .select({ id: rows.id, state: rows.state })
    .from(rows)
    .where(eq(rows.bookId, bookId));
  return reading ?? null;
}

/** Adds a book of the catalogue to a shelf, unless it is there. */
export async function addReading(
  db: Database,
  shelf: Shelf,
  reading: Put & Partial<ReadingInput>,
  actor: Actor,
): Promise<Written> {
  const [book] = await db
    .select({ title: books.title, author: books.author })
    .from(books)
    .where(eq(books.id, reading.bookId));
  if (!book) return { ok: false, code: "BOOK_NOT_FOUND", field: "bookId" };
  const row = { ...reading, ...book, titleKey: comparisonKey(book.title) };
  return createRow(db, shelf, row, {
    actor,
    action: "reading.create",
    uniqueBy: ["bookId"],
    rules: { UNIQUE: { code: "ALREADY_ON_SHELF", field: "bookId" } },
  });
}

/** Puts a book of the catalogue on a shelf, or moves it to another state if it is there. */
export async function putOnShelf(db: Database, shelf: Shelf, put: Put, actor: Actor): Promise<Written> {
  const { bookId, state } = put;
  const created = await addReading(db, shelf, put, actor);
  if (created.ok && !created.repeated) return created;
  const there = await findReadingOf(db, shelf.rows, bookId);
  return there ? moveOnShelf(db, shelf, there.id, state, actor) : created;
}

const moveOnShelf = (db: Database, shelf: Shelf, id: string, state: ReadingState, actor: Actor) =>
  updateRow(db, shelf, id, {
    values: { state },
    typed: { state },
    shown: undefined,
    actor,
    action: "reading.update",
  });

/** Changes what a reader keeps of a book, if it is still what the form showed. @param change.restore restores it first */
export const updateReading = (
  db: Database,
  shelf: Shelf,
  id: string,
  { shown, restore, ...input }: ReadingInput & { shown?: ShownValues | undefined; restore: boolean },
  actor: Actor,
): Promise<Written> =>
  updateRow(db, shelf, id, {
    values: input,
    typed: input,
    shown,
    restore: restore && "reading",
    actor,
    action: "reading.update",
  });

/** Takes a book off a shelf, if it still holds what `shown` says, if anything. It can be put back with what was kept of it. */
export const removeReading = (
  db: Database,
  shelf: Shelf,
  id: string,
  actor: Actor,
  shown?: ShownValues,
): Promise<Written> => deleteRow(db, shelf, id, { entity: "reading", actor, shown, label: "title" });
