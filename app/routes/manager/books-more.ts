import type { Route } from "./+types/books-more.ts";
import { loader as books } from "./books.tsx";

export { middleware } from "./books.tsx";

/** A further page of the list, as JSON: what Load more appends. */
export async function loader(args: Route.LoaderArgs) {
  const { page } = await books(args as never);
  return Response.json(page);
}
