import { dbContext } from "#app/context.ts";
import { requirePermissionInParallel } from "#app/identity/middleware/guards.ts";
import { findBook } from "#app/slices/book/book.server.ts";
import type { OfferedLink } from "#app/slices/book/book-link.ts";
import { BOOK_LINKS } from "#app/slices.server.ts";
import type { Route } from "./+types/book-links.ts";

export const middleware = [requirePermissionInParallel("book:read")];

/**
 * The links that slices offer this reader for a book, by its id. A page that was sent without these links
 * loads them from here.
 */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const [book, ...offers] = await Promise.all([
    findBook(context.get(dbContext), params.id),
    ...BOOK_LINKS.map(({ find }) => find(context, request)),
  ]);
  const links: OfferedLink[] = book ? offers.flatMap((offer) => offer?.(book) ?? []) : [];
  return { [params.id]: links };
}
