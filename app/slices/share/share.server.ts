import { and, count, desc, eq, lte, not, notExists, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/core/db/client.server.ts";
import { deleteRows } from "#app/core/db/delete-rows.server.ts";
import { everybodys, rowsOf, rowsOfAllOwners, rowsOfOwner } from "#app/core/db/owned.ts";
import type { Written } from "#app/core/db/written.ts";
import { DAY } from "#app/core/lib/durations.ts";
import type { Actor } from "#app/identity/audit/audit.server.ts";
import { notBanned } from "#app/identity/ban/ban.server.ts";
import { users } from "#app/identity/tables/users.ts";
import { createRow } from "#app/identity/write/create-row.server.ts";
import { deleteRow } from "#app/identity/write/deleted-rows.server.ts";
import { books } from "#app/slices/book/books.table.ts";
import { genres } from "#app/slices/genre/genres.table.ts";
import { readings } from "#app/slices/shelf/readings.table.ts";
import { shares } from "./shares.table.ts";

/** How many links a user can have open (docs/product.md, Numbers). All of them are on one page. */
const SHARES_AT_MOST = 50;

/** How long a link works at most, in milliseconds (docs/product.md, Numbers). */
const LIFE = 365 * DAY;

/** The rows of a user's links, for reads and writes. */
export const sharesOf = (ownerId: string) => rowsOf(shares, ownerId);

type Shares = ReturnType<typeof sharesOf>;

/** The links of a user, latest first. */
export const listShares = (db: Database, rows: Shares["rows"]) =>
  db
    .select({ id: rows.id, title: rows.title, email: rows.email, createdAt: rows.createdAt })
    .from(rows)
    .orderBy(desc(rows.createdAt), desc(rows.id))
    .limit(SHARES_AT_MOST);

/** Finds the title of a book, or null. */
export async function findTitle(db: Database, bookId: string): Promise<string | null> {
  const [book] = await db.select({ title: books.title }).from(books).where(eq(books.id, bookId));
  return book?.title ?? null;
}

/** SQL: whether a user can have another link. */
const hasRoom = (db: Database, { rows }: Shares): SQL =>
  sql`(${db.select({ count: count() }).from(rows)}) < ${SHARES_AT_MOST}`;

/** SQL: whether a user can create a link, and has not already created it with the same form. */
export const isNewShare = (db: Database, own: Shares, id: string): SQL | undefined =>
  and(hasRoom(db, own), notExists(db.select({ id: own.rows.id }).from(own.rows).where(eq(own.rows.id, id))));

/** Creates a link to a book, or to the shelf if `bookId` is null. */
export function createShare(
  db: Database,
  own: Shares,
  share: { id: string; bookId: string | null; title: string | null; email: string },
  actor: Actor,
): Promise<Written> {
  return createRow(db, own, share, {
    actor,
    action: "share.create",
    uniqueBy: ["bookId", "email"],
    unless: {
      condition: not(hasRoom(db, own)),
      refused: { ok: false, code: "TOO_MANY_SHARES" },
    },
  });
}

/** Stops sharing a link. Its owner can undo this. */
export const endShare = (db: Database, own: Shares, id: string, actor: Actor): Promise<Written> =>
  deleteRow(db, own, id, { entity: "share", actor, label: "email" });

/**
 * Finds what a link shows and who shares it, for anyone who asks. Null if the link is no longer shared, or its owner is
 * banned.
 */
export async function findShared(db: Database, id: string, now: number) {
  const rows = rowsOfAllOwners(shares);
  const [shared] = await db
    .select({
      owner: users.name,
      bookId: rows.bookId,
      title: rows.title,
      author: books.author,
      publisher: books.publisher,
      coverId: books.coverId,
      genre: sql<string | null>`${genres.name}`.as("genre"),
    })
    .from(rows)
    .innerJoin(users, and(eq(users.id, rows.userId), notBanned(users, now)))
    .leftJoin(books, eq(books.id, rows.bookId))
    .leftJoin(genres, eq(genres.id, books.genreId))
    .where(eq(rows.id, id));
  if (!shared) return null;
  const { owner, bookId, title, ...details } = shared;
  return { owner, book: bookId === null ? null : { ...details, title: title ?? "" } };
}

/** The shelf that a link shows, only for SELECT. It is empty if the link shows a book, or is no longer shared. */
export function sharedShelf(db: Database, id: string) {
  const rows = rowsOfAllOwners(shares);
  const owner = db
    .select({ userId: rows.userId })
    .from(rows)
    .where(and(eq(rows.id, id), sql`${rows.bookId} is null`));
  return rowsOfOwner(readings, sql`(${owner})`);
}

/** Deletes the links that are too old. @returns how many */
export async function purgeShares(db: Database, now: number): Promise<number> {
  const { table, isAnybodys } = everybodys(shares);
  return deleteRows(db, table, and(isAnybodys, lte(table.createdAt, now - LIFE)));
}
