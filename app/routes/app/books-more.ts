import { dbContext } from "#app/context.ts";
import { listBooks, titleKeys } from "#app/features/book/book.server.ts";
import { parseCursor } from "#app/lists/cursor.ts";
import type { Route } from "./+types/books-more.ts";

/** A further page of the list, as JSON: what Load more appends. */
export async function loader({ url, context }: Route.LoaderArgs) {
  return Response.json(
    await listBooks(context.get(dbContext), parseCursor(url.searchParams.get("after"), titleKeys)),
  );
}
