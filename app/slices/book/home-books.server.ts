import { inArray } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import { dbContext, viewerContext } from "#app/context.ts";
import { readCached } from "#app/core/read-cache/read-cached.server.ts";
import type { WelcomeRead } from "#app/identity/auth/welcome-part.ts";
import { can } from "#app/permissions.ts";
import { listGenreChoices } from "#app/slices/genre/genre.server.ts";
import { genres as genresTable } from "#app/slices/genre/genres.table.ts";
import { type BookSummary, latestBooks, summary } from "./book.server.ts";
import { books } from "./books.table.ts";
import { type WithCover, withCovers } from "./cover/sent-covers.server.ts";
import { readRecentBooks } from "./recent-books.ts";

/** How many of the latest books the page shows. */
const NEW_SHOWN = 4;

interface HomeBooks {
  recent: WithCover<BookSummary>[];
  latest: WithCover<BookSummary>[];
  genres: { id: string; name: string }[];
}

/** Reads the books for the welcome page. */
export const homeBooksRead: WelcomeRead = { key: "book", read: findHomeBooks };

/**
 * The books on the welcome page: those that the reader opened last, the latest ones, and the genres that have books.
 * Empty if the reader may not list books.
 */
async function findHomeBooks(context: Readonly<RouterContextProvider>, request: Request): Promise<HomeBooks> {
  const db = context.get(dbContext);
  const opened = readRecentBooks(request.headers.get("Cookie"));
  const [{ id, role }, latest, genres, found] = await Promise.all([
    context.get(viewerContext),
    readCached(context, { name: "latestBooks", key: {}, tables: [books] }, (db) =>
      latestBooks(db, NEW_SHOWN),
    ),
    readCached(context, { name: "genreChoices", key: { genre: "" }, tables: [books, genresTable] }, (db) =>
      listGenreChoices(db, ""),
    ),
    opened ? db.select(summary).from(books).where(inArray(books.id, opened.ids)) : [],
  ]);
  if (!can(role, "book:list")) return { recent: [], latest: [], genres: [] };
  // Skips books that were deleted since.
  const recent =
    opened?.readerId === id ? opened.ids.flatMap((id) => found.find((book) => book.id === id) ?? []) : [];
  return {
    recent: await withCovers(context, recent, "small"),
    latest: await withCovers(context, latest),
    genres: genres.map(({ id, name }) => ({ id, name })),
  };
}
