import { dbContext } from "#app/context.ts";
import { rowsOfOwner } from "#app/core/db/owned.ts";
import { requirePermissionInParallel } from "#app/identity/middleware/guards.ts";
import { readOwn } from "#app/identity/session/session.server.ts";
import { readingsOfBooks } from "#app/slices/shelf/books-on-shelf.server.ts";
import { readings } from "#app/slices/shelf/readings.table.ts";
import type { Route } from "./+types/shelf-books.ts";

export const middleware = [requirePermissionInParallel("reading:own")];

/**
 * Says where books of the catalogue (`?book=`) are on the reader's shelf. Pages that were sent without this
 * load it from here.
 */
export const loader = ({ url, context }: Route.LoaderArgs) =>
  readOwn(context, (owner) =>
    readingsOfBooks(context.get(dbContext), rowsOfOwner(readings, owner), url.searchParams.getAll("book")),
  );
