import type { BookSummary } from "#app/features/book/book.server.ts";
import type { PageResult } from "#app/ui/use-load-more.ts";
import type { Route } from "./+types/books-more.ts";

export { loader } from "./books.tsx";

/** A further page that can't be had is said where it was asked for; the list that is there stays. */
export async function clientLoader({
  serverLoader,
}: Route.ClientLoaderArgs): Promise<PageResult<BookSummary>> {
  try {
    return await serverLoader();
  } catch (error) {
    if (error instanceof Response) throw error; // a redirect: the session has ended
    return { failed: true };
  }
}
