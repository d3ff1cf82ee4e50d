import { href, Outlet } from "react-router";
import { dbContext, viewerContext } from "#app/context.ts";
import { rowsOfOwner } from "#app/core/db/owned.ts";
import { ownPartFollows } from "#app/core/read-cache/read-cached.server.ts";
import { useOwnPart } from "#app/core/read-cache/use-own-part.ts";
import { readOwn } from "#app/identity/session/session.server.ts";
import { can } from "#app/permissions.ts";
import { findReadingOf } from "#app/slices/shelf/books-on-shelf.server.ts";
import { readings } from "#app/slices/shelf/readings.table.ts";
import { ShelfButtons } from "#app/slices/shelf/shelf-buttons.tsx";
import type { Route } from "./+types/book-shelf.ts";
import type { loader as shelfBooks } from "./shelf-books.ts";

/** A layout around the page of a book: adds the buttons that put the book on the reader's shelf. */
export async function loader({ request, context, params: { id = "" } }: Route.LoaderArgs) {
  const [reading, { role }] = await Promise.all([
    ownPartFollows(context, request)
      ? undefined
      : readOwn(context, (owner) => findReadingOf(context.get(dbContext), rowsOfOwner(readings, owner), id)),
    context.get(viewerContext),
  ]);
  return can(role, "reading:own") ? { bookId: id, reading, newId: crypto.randomUUID() } : null;
}

export default function BookShelf({ loaderData }: Route.ComponentProps) {
  const { bookId, newId, reading } = loaderData ?? {};
  const loadFor = reading === undefined ? bookId : undefined;
  const own = useOwnPart<typeof shelfBooks>(
    loadFor === undefined ? null : `${href("/app/shelf/books")}?book=${loadFor}`,
  );
  if (bookId === undefined || newId === undefined) return <Outlet />;
  const known = reading === undefined ? own?.[bookId] : reading;
  return <Outlet context={<ShelfButtons bookId={bookId} newId={newId} reading={known} />} />;
}
