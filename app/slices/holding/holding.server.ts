import { eq, exists, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/core/db/client.server.ts";
import type { ConstraintRules, FieldValues, Written } from "#app/core/db/written.ts";
import { comparisonKey } from "#app/core/lib/comparison-key.ts";
import { parseCursor, rowKeys } from "#app/core/lists/cursor.ts";
import { type Orders, orderedPage, readOrder } from "#app/core/lists/order.server.ts";
import { FOUND, isFound, searchPage } from "#app/core/lists/search/search.server.ts";
import type { Actor } from "#app/identity/audit/audit.server.ts";
import { users } from "#app/identity/tables/users.ts";
import { createRow } from "#app/identity/write/create-row.server.ts";
import { deleteRow, findDeletedOwnRow } from "#app/identity/write/deleted-rows.server.ts";
import { updateRow } from "#app/identity/write/update-row.server.ts";
import { books } from "#app/slices/book/books.table.ts";
import { coverIdOf } from "#app/slices/book/cover/sent-covers.server.ts";
import {
  type RowsOfOrganisation,
  rowsIn,
  searchedRowsIn,
} from "#app/slices/organisation/owned-by-organisation.ts";
import type { HoldingChange } from "./holding.schema.ts";
import { holdings } from "./holdings.table.ts";

/** The number of books on a page of a shelf. */
const HOLDINGS_PER_PAGE = 20;

/**
 * The number of books on a page of search results. The search reads three rows for each book, and a page may
 * read 60 rows.
 */
const RESULTS_PER_PAGE = 15;

/** The shelf of an organisation. Queries and writes see no other rows of the table. */
type Shelf = RowsOfOrganisation<typeof holdings>;
/** The rows of a shelf, to select from. */
type Rows = Shelf["rows"];

/** The search and the order in the URL of the shelf; "" and null if the URL has none. */
interface HoldingSearch {
  term: string;
  sort: string | null;
  after: string | null;
}

/**
 * One page of the books on an organisation's shelf, or of those that a term finds ({@link searchHoldings}). It reads as
 * many rows as it shows, however large the shelf is.
 * @param organisationId as in rowsIn()
 * @throws a 404 response if `after` is not a cursor of this list in this order
 */
export async function listHoldings(
  db: Database,
  organisationId: SQL<string>,
  { term, sort, after }: HoldingSearch,
) {
  if (term) return { page: await searchHoldings(db, organisationId, term, after), sort: null, term };
  const rows = rowsIn(holdings, organisationId);
  // Each order has an index, which begins with the organisation.
  const orders: Orders = { title: [rows.titleKey, rows.id], updated: [rows.updatedAt, rows.id] };
  const order = readOrder(orders, { sort, cursor: after, otherwise: "-updated" });
  const found = await db
    .select({
      id: rows.id,
      title: rows.title,
      author: rows.author,
      coverId: coverIdOf(rows.bookId).as("cover_id"),
      keys: order.keys,
    })
    .from(rows)
    .where(order.after)
    .orderBy(...order.orderBy)
    .limit(HOLDINGS_PER_PAGE + 1);
  return { page: orderedPage(found, HOLDINGS_PER_PAGE, order), sort: order.sort, term };
}

/**
 * One page of the books whose title and author contain every word of a term, in the order in which they were put on the
 * shelf. It reads three rows for each book on the page, one of them for the cover.
 */
async function searchHoldings(
  db: Database,
  organisationId: SQL<string>,
  term: string,
  cursor: string | null,
) {
  const rows = searchedRowsIn(holdings, organisationId);
  const after = parseCursor(cursor, rowKeys);
  const { page } = await searchPage(
    db,
    {
      index: "holdings_search",
      ownerId: organisationId,
      term,
      after,
      pageSize: RESULTS_PER_PAGE,
      counted: false,
    },
    (matches, limit) =>
      db
        .select({
          id: rows.id,
          title: rows.title,
          author: rows.author,
          coverId: coverIdOf(rows.bookId).as("cover_id"),
          ...FOUND,
        })
        .from(matches)
        .crossJoin(rows)
        .where(isFound(rows))
        .limit(limit),
  );
  return page;
}

/**
 * Finds a book on the shelf with everything that its page shows, or null. `inCatalogue`: whether the book still has a
 * page.
 */
export async function findHolding(db: Database, rows: Rows, id: string) {
  const [holding] = await db
    .select({
      id: rows.id,
      bookId: rows.bookId,
      title: rows.title,
      author: rows.author,
      note: rows.note,
      coverId: coverIdOf(rows.bookId).as("cover_id"),
      by: sql<string | null>`${users.name}`.as("by"),
      inCatalogue: exists(db.select({ id: books.id }).from(books).where(eq(books.id, rows.bookId)))
        .mapWith(Boolean)
        .as("in_catalogue"),
    })
    .from(rows)
    .leftJoin(users, eq(users.id, rows.userId))
    .where(eq(rows.id, id));
  return holding ?? null;
}

/** Finds a book that was removed from the shelf, or null. */
export async function findRemoved(db: Database, shelf: Shelf, id: string) {
  const removed = await findDeletedOwnRow(db, shelf, "holding", id);
  if (!removed) return null;
  const { bookId, title, author, note } = removed;
  return { id, bookId, title, author, note, coverId: null, by: null, inCatalogue: false };
}

/**
 * SQL: whether the book in the outer query is on the shelf, looked up by an index.
 * @param organisationId as in rowsIn()
 */
export function isOnShelf(organisationId: SQL<string>): SQL {
  const rows = rowsIn(holdings, organisationId);
  return sql`exists (select 1 from ${rows} where ${eq(rows.bookId, books.id)})`;
}

/** The refusal for each violated constraint. */
const RULES = { UNIQUE: { code: "ALREADY_HELD" } } as const satisfies ConstraintRules;

/**
 * A book to add to the shelf. `id`: the id of the new row. `userId`: the member who adds the book; null if an
 * organisation's key adds it.
 */
interface NewHolding {
  id: string;
  bookId: string;
  userId: string | null;
}

/** Adds a book of the catalogue to the shelf. If it is already there, nothing changes. */
export async function putOnShelf(
  db: Database,
  shelf: Shelf,
  { id, bookId, userId }: NewHolding,
  actor: Actor,
): Promise<Written> {
  const [book] = await db
    .select({ title: books.title, author: books.author })
    .from(books)
    .where(eq(books.id, bookId));
  if (!book) return { ok: false, code: "REFERENCE_NOT_FOUND" };
  const keys = { titleKey: comparisonKey(book.title), authorKey: comparisonKey(book.author) };
  const created = await createRow(
    db,
    shelf,
    { id, userId, bookId, ...book, ...keys },
    {
      actor,
      action: "holding.create",
      uniqueBy: ["bookId"],
      rules: RULES,
    },
  );
  if (created.ok || created.code !== "ALREADY_HELD") return created;
  const { rows } = shelf;
  const [there] = await db.select({ id: rows.id }).from(rows).where(eq(rows.bookId, bookId));
  return there ? { ok: true, id: there.id, repeated: true } : created;
}

/**
 * Changes the note about a book, if it is still the note that the form showed. @param change.restore puts the book back
 * first
 */
export const updateHolding = (
  db: Database,
  shelf: Shelf,
  id: string,
  { original, restore, note }: HoldingChange,
  actor: Actor,
): Promise<Written> =>
  updateRow(db, shelf, id, {
    values: { note },
    typed: { note },
    original,
    rules: RULES,
    restore: restore && "holding",
    actor,
    action: "holding.update",
  });

/**
 * Removes a book from the shelf. For 30 days, a member can put it back. With `original`, the book's row must still have
 * these values.
 */
export const removeHolding = (
  db: Database,
  shelf: Shelf,
  id: string,
  actor: Actor,
  original?: FieldValues,
): Promise<Written> => deleteRow(db, shelf, id, { entity: "holding", actor, label: "title", original });
