import { href } from "react-router";
import { dbContext } from "#app/context.ts";
import { csvDownload } from "#app/core/lists/csv/csv-download.server.ts";
import { requirePermission } from "#app/identity/middleware/guards.ts";
import { BOOK_COLUMNS, readBooksToExport } from "#app/slices/book/book-export.server.ts";
import type { Route } from "./+types/books-export.ts";

export const middleware = [requirePermission("book:list")];

/** Downloads the books of the manager's list as a CSV file: all, or those that match a search, a genre, or both. */
export function loader({ request, url, context }: Route.LoaderArgs) {
  const term = url.searchParams.get("searchTerm")?.trim() ?? "";
  const genreId = url.searchParams.get("genre") ?? "";
  return csvDownload(
    { request, url, context },
    {
      name: "books",
      list: href("/manager/books"),
      isFiltered: term !== "" || genreId !== "",
      columns: BOOK_COLUMNS,
      read: (after) => readBooksToExport(context.get(dbContext), { term, genreId }, after),
    },
  );
}
