import { Outlet } from "react-router";
import { dbContext, viewerContext } from "#app/context.ts";
import { rowsOfOwner } from "#app/core/db/owned.ts";
import { readOwn } from "#app/identity/session/session.server.ts";
import { can } from "#app/permissions.ts";
import { findReadingOf } from "#app/slices/shelf/reading.server.ts";
import { readings } from "#app/slices/shelf/readings.table.ts";
import { ShelfButtons } from "#app/slices/shelf/shelf-buttons.tsx";
import type { Route } from "./+types/book-shelf.ts";

/** A layout around the page of a book: adds the buttons that put the book on the reader's shelf. */
export async function loader({ context, params: { id = "" } }: Route.LoaderArgs) {
  const [reading, { role }] = await Promise.all([
    readOwn(context, (owner) => findReadingOf(context.get(dbContext), rowsOfOwner(readings, owner), id)),
    context.get(viewerContext),
  ]);
  return can(role, "reading:own") ? { bookId: id, reading, newId: crypto.randomUUID() } : null;
}

export default function BookShelf({ loaderData }: Route.ComponentProps) {
  return <Outlet context={loaderData && <ShelfButtons {...loaderData} />} />;
}
