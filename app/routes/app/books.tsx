import { LibraryBig } from "lucide-react";
import { href, Link, useFetcher, useLocation } from "react-router";
import { dbContext } from "#app/context.ts";
import { type BookSummary, listBooks, titleKeys } from "#app/features/book/book.server.ts";
import { BookCover } from "#app/features/book/book-cover.tsx";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { FROM_LIST } from "#app/lists/back-link.tsx";
import { parseCursor } from "#app/lists/cursor.ts";
import { LoadMore } from "#app/lists/load-more.tsx";
import type { Page } from "#app/lists/page.ts";
import { useLoadMore } from "#app/lists/use-load-more.ts";
import { requirePermissionInParallel } from "#app/middleware/guards.ts";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { Route } from "./+types/books.ts";

export const middleware = [requirePermissionInParallel("book:list")];

export async function loader({ url, context }: Route.LoaderArgs) {
  const after = parseCursor(url.searchParams.get("after"), titleKeys);
  return { page: await listBooks(context.get(dbContext), after), isFirst: after === null };
}

export default function Books({ loaderData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { key } = useLocation();
  const { page, isFirst } = loaderData;
  return (
    <>
      <PageTitle title={t("book:list.title")} />
      <div className="mb-8 flex flex-wrap items-baseline justify-between gap-x-6">
        <h1 className="font-serif text-4xl font-semibold">{t("book:list.title")}</h1>
        {!isFirst && (
          <Link to={href("/app/books")} className="min-h-11 py-2 text-accent underline underline-offset-4">
            {t("list.start")}
          </Link>
        )}
      </div>
      {page.items.length === 0 ? <EmptyList /> : <BookList key={key} first={page} />}
    </>
  );
}

function EmptyList() {
  const { t } = useI18n();
  return (
    <div className="flex flex-col items-center gap-2 py-16 text-center">
      <LibraryBig aria-hidden="true" className="size-12 text-accent" strokeWidth={1.2} />
      <p className="font-serif text-xl font-semibold">{t("book:list.empty")}</p>
      <p className="text-quiet">{t("book:list.emptyDescription")}</p>
    </div>
  );
}

function BookList({ first }: { first: Page<BookSummary> }) {
  const { t } = useI18n();
  const { key } = useLocation();
  const fetcher = useFetcher<typeof loader>({ key });
  const { list, items, more } = useLoadMore(first, fetcher, ({ page }) => page);

  return (
    <>
      <ul
        ref={list}
        className="grid grid-cols-2 gap-x-5 gap-y-8 sm:grid-cols-3 md:grid-cols-4 lg:grid-cols-5"
      >
        {items.map(({ id, title, author }) => (
          <li key={id} className="group relative">
            <div className="transition-transform group-hover:-translate-y-1">
              <BookCover title={title} author={author} />
            </div>
            <Link
              to={href("/app/books/:id", { id })}
              state={FROM_LIST}
              dir="auto"
              className="mt-3 line-clamp-3 match-parent font-serif leading-snug font-semibold break-words stretched-link after:outline-offset-4"
            >
              {title}
            </Link>
            {author && (
              <p className="mt-0.5 text-sm break-words text-quiet">{t("book:byAuthor", { author })}</p>
            )}
          </li>
        ))}
      </ul>
      <LoadMore {...more} />
    </>
  );
}
