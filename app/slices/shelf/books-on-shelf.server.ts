import { eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/core/db/client.server.ts";
import { rowsOfOwner } from "#app/core/db/owned.ts";
import { books } from "#app/slices/book/books.table.ts";
import type { shelfOf } from "./reading.server.ts";
import type { ReadingState } from "./reading-states.ts";
import { readings } from "./readings.table.ts";

// Finds out where books of the catalogue are on a shelf.

/** The rows of a shelf, only for SELECT. */
type Rows = ReturnType<typeof shelfOf>["rows"];

/**
 * Makes an id for a book that is not in the catalogue. The id consists of title and author, so that each book is on a
 * shelf only once. No real id looks like this (docs/decisions/0073).
 */
export const unlistedId = ({ titleKey, authorKey }: { titleKey: string; authorKey: string }) =>
  JSON.stringify([titleKey, authorKey]);

/** SQL: the result of {@link unlistedId} for the book in the outer query. */
const UNLISTED_ID = sql`json_array(${books.titleKey}, ${books.authorKey})`;

/**
 * Finds a book on a shelf, or null. It looks for the book's id, and for the id that the book had while it was not in
 * the catalogue.
 */
export async function findReadingOf(db: Database, rows: Rows, bookId: string) {
  const unlisted = sql`(select ${UNLISTED_ID} from ${books} where ${books.id} = ${bookId})`;
  const [reading] = await db
    .select({ id: rows.id, state: rows.state })
    .from(rows)
    .where(sql`${rows.bookId} in (${bookId}, ${unlisted})`)
    .orderBy(sql`${rows.bookId} = ${bookId} desc`)
    .limit(1);
  return reading ?? null;
}

/** How many books {@link readingsOfBooks} looks for at most. */
const BOOKS_AT_MOST = 20;

/**
 * Finds books of the catalogue on a shelf, by an index: for each id, the row on the shelf; null if it is not there.
 * @param ids see {@link findReadingOf}
 */
export async function readingsOfBooks(db: Database, rows: Rows, ids: string[]) {
  const asked = ids.slice(0, BOOKS_AT_MOST);
  if (asked.length === 0) return {};
  const id = sql<string>`asked.value`;
  const readingOf = (bookId: SQL) =>
    sql`(select json_object('id', ${rows.id}, 'state', ${rows.state}) from ${rows} where ${eq(rows.bookId, bookId)})`;
  // A book that is found on the shelf by its id is not read.
  const unlisted = sql`(select ${UNLISTED_ID} from ${books} where ${books.id} = ${id})`;
  const reading = sql<string | null>`coalesce(${readingOf(id)}, ${readingOf(unlisted)})`;
  const found = await db
    .select({ id: id.as("id"), reading: reading.as("reading") })
    .from(sql`json_each(${JSON.stringify(asked)}) as asked`);
  type Reading = { id: string; state: ReadingState } | null;
  return Object.fromEntries(
    found.map(({ id, reading }): [string, Reading] => [id, JSON.parse(reading ?? "null")]),
  );
}

/**
 * SQL: whether the book in the outer query is on a user's shelf, looked up by an index.
 * @param ownerId the user's id, or a query for it
 */
export function isOnShelf(ownerId: string | SQL): SQL {
  const rows = rowsOfOwner(readings, ownerId);
  const has = (id: SQL) => sql`exists (select 1 from ${rows} where ${eq(rows.bookId, id)})`;
  // A single "in" with both ids would read one row more for each book.
  return sql`(${has(sql`${books.id}`)} or ${has(UNLISTED_ID)})`;
}
