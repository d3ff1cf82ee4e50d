import { and, eq, isNull, lte, sql } from "drizzle-orm";
import { runBatch } from "#app/core/db/batch.server.ts";
import type { Database } from "#app/core/db/client.server.ts";
import { totals } from "#app/core/db/tables/totals.ts";
import { totalOf } from "#app/core/db/totals.server.ts";
import { parseCursor, rowKeys } from "#app/core/lists/cursor.ts";
import { type Order, type Orders, orderedPage, readOrder } from "#app/core/lists/order.server.ts";
import type { Page } from "#app/core/lists/page.ts";
import { FOUND, isFound, searchPage } from "#app/core/lists/search/search.server.ts";
import { genres } from "#app/slices/genre/genres.table.ts";
import { BOOKS_PER_PAGE, BOOKS_SEARCH } from "./book.server.ts";
import { books } from "./books.table.ts";
import { NO_GENRE } from "./no-genre.ts";

/** The largest number of genres that the list offers as a filter. More would be too many to read with each page. */
const MAX_GENRE_CHOICES = 30;

/** A row of the manager's list of books. */
interface BookRow {
  id: string;
  title: string;
  author: string | null;
  genreId: string | null;
  genre: string | null;
  publisher: string | null;
  /** See books.table.ts, and withCovers(). */
  coverId: string | null;
  /** Milliseconds since 1970. */
  updatedAt: number;
}

/** The filters in the URL of the list; "" and null if there are none. */
export interface BookListSearch {
  term: string;
  /** NO_GENRE selects the books without a genre. */
  genreId: string;
  sort: string | null;
  after: string | null;
  /** The number of books on a page, if it is not the usual one. */
  size?: number | undefined;
}

/** A page of the manager's list of books. */
export interface BookListPage {
  page: Page<BookRow>;
  /** The number of all books; null if it is not known. For a search: MAX_RESULTS_COUNTED + 1 at most. */
  total: number | null;
  /** The order; null for a search, which has its own. */
  sort: string | null;
  /** The genres to filter by; empty if there are more than MAX_GENRE_CHOICES. */
  genres: { id: string; name: string }[];
  /** The selected genre; null if none is selected, if it was deleted, and for NO_GENRE. */
  genre: { id: string; name: string } | null;
}

/** Each order has two indexes: one for all books, and one that begins with the genre. */
const ORDERS = {
  title: [books.titleKey, books.authorKey],
  author: [books.authorKey, books.titleKey],
  publisher: [books.publisherKey, books.titleKey, books.authorKey],
  updated: [books.updatedAt, books.id],
} satisfies Orders;

const row = {
  id: books.id,
  title: books.title,
  author: books.author,
  publisher: books.publisher,
  coverId: books.coverId,
  updatedAt: books.updatedAt,
  genreId: books.genreId,
  // If there are few genres, they are read once, for the filter. If there are many, each book's genre is looked up.
  genre: sql<string | null>`case when (select value from totals where name = 'genres') > ${MAX_GENRE_CHOICES}
    then (select name from genres where genres.id = books.genre_id) end`.as("genre"),
};

/**
 * One page of all books, or of those that match a term, a genre, or both. It reads at most 60 rows for 20 books, 110
 * for 50, 210 for 100; a search reads what docs/product.md, Numbers allows.
 * @throws a 404 response if `after` is not a cursor of this list in this order
 */
export async function listBookRows(
  db: Database,
  { term, genreId, sort, after, size = BOOKS_PER_PAGE }: BookListSearch,
): Promise<BookListPage> {
  const isOfNone = genreId === NO_GENRE;
  const ofGenre = genreId ? (isOfNone ? isNull(books.genreId) : eq(books.genreId, genreId)) : undefined;
  const order = term ? null : readOrder(ORDERS, { sort, cursor: after, otherwise: "title" });
  const filters = {
    choices: db
      .select({ id: genres.id, name: genres.name })
      // Reads no genres if there are too many.
      .from(totals)
      .crossJoin(genres)
      .where(and(eq(totals.name, "genres"), lte(totals.value, MAX_GENRE_CHOICES)))
      .orderBy(genres.nameKey)
      .limit(MAX_GENRE_CHOICES),
    selected: genreId
      ? db
          .select({ id: genres.id, name: genres.name, bookCount: genres.bookCount })
          .from(genres)
          .where(eq(genres.id, genreId))
      : [],
  };
  const readOrdered = async (order: Order) => {
    const {
      rows,
      all: [all] = [],
      ...read
    } = await runBatch(db, {
      rows: db
        .select({ ...row, keys: order.keys })
        .from(books)
        .where(and(ofGenre, order.after))
        .orderBy(...order.orderBy)
        .limit(size + 1),
      all: genreId ? [] : totalOf(db, "books"),
      ...filters,
    });
    const counted = genreId ? read.selected?.[0]?.bookCount : all?.value;
    // There is no total of the books without a genre.
    return { ...read, page: orderedPage(rows, size, order), total: isOfNone ? null : (counted ?? 0) };
  };
  const search = async () => {
    const [found, read] = await Promise.all([
      searchRows(db, { term, after: parseCursor(after, rowKeys), genreId, size }),
      runBatch(db, filters),
    ]);
    return { ...read, ...found };
  };
  const { page, total, choices, selected: [selected] = [] } = await (order ? readOrdered(order) : search());
  const names = new Map(choices.map(({ id, name }) => [id, name]));
  const items = page.items.map((book) => ({
    ...book,
    genre: book.genre ?? names.get(book.genreId ?? "") ?? null,
  }));
  return {
    page: { ...page, items },
    total,
    sort: order?.sort ?? null,
    genres: choices,
    genre: selected ? { id: selected.id, name: selected.name } : null,
  };
}

/**
 * The ids of the books that match a term, or that have a genre, or of all books: for actions on all results of the
 * list.
 * @returns `most` + 1 ids if there are more than `most`; null if the list does not know how many there are
 */
export async function listBookIds(
  db: Database,
  { term, genreId }: Pick<BookListSearch, "term" | "genreId">,
  most: number,
): Promise<string[] | null> {
  if (genreId === NO_GENRE || (term && genreId)) return null;
  const ids = { id: books.id };
  const found = term
    ? await searchPage(
        db,
        { ...BOOKS_SEARCH, term, after: null, pageSize: most + 1, counted: false },
        (matches, limit) =>
          db
            .select({ ...ids, ...FOUND })
            .from(matches)
            .crossJoin(books)
            .where(isFound(books))
            .limit(limit),
      ).then(({ page }) => page.items)
    : await db
        .select(ids)
        .from(books)
        .where(genreId ? eq(books.genreId, genreId) : undefined)
        .limit(most + 1);
  return found.map(({ id }) => id);
}

const searchRows = (
  db: Database,
  {
    term,
    after,
    genreId,
    size,
  }: { term: string; after: [rowid: number] | null; genreId: string; size: number },
) =>
  searchPage(
    db,
    { ...BOOKS_SEARCH, term, after, pageSize: size, filtered: genreId !== "" },
    (matches, limit) =>
      db
        .select({ ...row, ...FOUND })
        .from(matches)
        .crossJoin(books)
        .where(
          and(
            isFound(books),
            genreId ? sql`+${books.genreId} is ${genreId === NO_GENRE ? null : genreId}` : undefined,
          ),
        )
        .limit(limit),
  );
