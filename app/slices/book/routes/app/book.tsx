import type { ReactNode } from "react";
import { data, href, Link, useOutletContext } from "react-router";
import { viewerContext } from "#app/context.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { ownPartFollows, readCached } from "#app/core/read-cache/read-cached.server.ts";
import { useOwnPart } from "#app/core/read-cache/use-own-part.ts";
import { BackLink } from "#app/core/ui/back-link.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { requirePermissionInParallel } from "#app/identity/middleware/guards.ts";
import { BookDetails } from "#app/slices/book/book-details.tsx";
import { books } from "#app/slices/book/books.table.ts";
import { withCover, withCovers } from "#app/slices/book/cover/sent-covers.server.ts";
import { recentBooksCookie } from "#app/slices/book/recent-books.ts";
import { findBookAndRelated } from "#app/slices/book/related-books.server.ts";
import { RelatedBooks } from "#app/slices/book/related-books.tsx";
import { useRecentBooks } from "#app/slices/book/use-recent-books.ts";
import { genres } from "#app/slices/genre/genres.table.ts";
import { BOOK_LINKS } from "#app/slices.server.ts";
import type { Route } from "./+types/book.ts";
import type { loader as bookLinks } from "./book-links.ts";

export const middleware = [requirePermissionInParallel("book:read")];

export async function loader({ request, url, context, params }: Route.LoaderArgs) {
  const { id: bookId } = params;
  const tables = [books, genres];
  const asked = BOOK_LINKS.filter(({ mayOffer }) => mayOffer(request));
  const linksFollow = asked.length > 0 && ownPartFollows(context, request);
  const [{ book, byAuthor, ofGenre }, offers] = await Promise.all([
    readCached(context, { name: "book", key: { bookId }, tables }, (db) => findBookAndRelated(db, bookId)),
    Promise.all(linksFollow ? [] : asked.map(({ find }) => find(context, request))),
  ]);
  if (!book) throw data(null, { status: 404 });
  const { id, impersonator } = await context.get(viewerContext);
  const readerId = impersonator ? null : id;
  const headers = new Headers();
  // Preloading a page does not mean that the reader opens it.
  if (readerId !== null && request.headers.get("Purpose") !== "prefetch") {
    const opened = { readerId, bookId: book.id };
    headers.append("Set-Cookie", recentBooksCookie(request.headers.get("Cookie"), opened, url));
  }
  const links = linksFollow ? null : offers.flatMap((offer) => offer?.(book) ?? []);
  const shown = {
    book: await withCover(context, book),
    byAuthor: await withCovers(context, byAuthor),
    ofGenre: await withCovers(context, ofGenre),
  };
  return data({ ...shown, links, readerId }, { headers });
}

export default function Book({
  loaderData: { book, byAuthor, ofGenre, links, readerId },
}: Route.ComponentProps) {
  const { t } = useI18n();
  useRecentBooks(book.id, readerId);
  const own = useOwnPart<typeof bookLinks>(
    links === null ? href("/app/books/:id/links", { id: book.id }) : null,
  );
  // The buttons from the layout around this page, if there is one.
  const actions = useOutletContext<ReactNode>();
  return (
    <>
      <PageTitle title={book.title} />
      <div className="mb-6">
        <BackLink to={href("/app/books")}>{t("book:allBooks")}</BackLink>
      </div>
      <BookDetails book={book} list={href("/app/books")}>
        {actions}
        {(links ?? own?.[book.id] ?? []).map(({ to, label }) => (
          <p key={to}>
            <Link
              to={to}
              className="inline-flex min-h-11 items-center wrap-anywhere text-accent underline-offset-4 hover:underline print:hidden"
            >
              {label}
            </Link>
          </p>
        ))}
      </BookDetails>
      <RelatedBooks book={book} byAuthor={byAuthor} ofGenre={ofGenre} />
    </>
  );
}
