import { Plus } from "lucide-react";
import { href, Link, useLocation } from "react-router";
import { dbContext, viewerContext } from "#app/context.ts";
import { can } from "#app/features/auth/permissions.ts";
import {
  type BookSummary,
  listAndCountBooks,
  MOST_RESULTS_COUNTED,
  searchBooks,
} from "#app/features/book/book.server.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { parseCursor, rowKeys, titleKeys } from "#app/lib/cursor.ts";
import { requirePermission } from "#app/middleware/guards.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { LoadMore } from "#app/ui/load-more.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import { SearchForm } from "#app/ui/search-form.tsx";
import { type Page, useLoadMore } from "#app/ui/use-load-more.ts";
import type { Route } from "./+types/books.ts";

export const middleware = [requirePermission("book:list")];

export async function loader({ url, context }: Route.LoaderArgs) {
  const db = context.get(dbContext);
  const term = url.searchParams.get("searchTerm")?.trim() ?? "";
  const after = url.searchParams.get("after");
  const list = term
    ? await searchBooks(db, term, parseCursor(after, rowKeys))
    : await listAndCountBooks(db, parseCursor(after, titleKeys), url.searchParams.get("genre") ?? undefined);
  const { role } = await context.get(viewerContext);
  const counted = Math.min(list.total, MOST_RESULTS_COUNTED);
  return {
    ...list,
    term,
    counted,
    more: list.total > counted && term !== "",
    mayCreate: can(role, "book:create"),
  };
}

export default function Books({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { key } = useLocation();
  const { page, term, mayCreate } = loaderData;
  return (
    <>
      <PageTitle title={t("book:list.title")} />
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <h1 className="font-serif text-4xl font-semibold">{t("book:list.title")}</h1>
        {mayCreate && (
          <ButtonLink to={href("/manager/books/new")}>
            <Plus aria-hidden="true" className="size-5" />
            {t("book:manager.new")}
          </ButtonLink>
        )}
      </div>
      <SearchForm term={term} action={href("/manager/books")} />
      {page.items.length === 0 ? (
        <div className="flex flex-col items-center gap-3 py-16 text-center">
          <p className="font-serif text-xl font-semibold">{term ? t("noResults") : t("book:list.empty")}</p>
          {term && (
            <ButtonLink variant="secondary" to={href("/manager/books")}>
              {t("clearSearch")}
            </ButtonLink>
          )}
        </div>
      ) : (
        <BookRows key={key} first={page} {...loaderData} />
      )}
    </>
  );
}

interface BookRowsProps {
  first: Page<BookSummary>;
  term: string;
  /** How many there are, up to where they are counted. */
  counted: number;
  /** Whether there are more than that. */
  more: boolean;
  total: number;
}

function BookRows({ first, term, counted, more, total }: BookRowsProps) {
  const { t, i18n } = useTranslation();
  const { items, next, loading, failed, loadMore } = useLoadMore(first);
  const number = new Intl.NumberFormat(i18n.language);
  return (
    <>
      <p role="status" className="mt-4 mb-2 text-sm text-quiet">
        {!term &&
          t("book:manager.showing", { shown: number.format(items.length), total: number.format(total) })}
        {term && more && t("book:manager.manyResults", { limit: number.format(counted), term })}
        {term && !more && t("book:manager.results", { count: counted, term })}
      </p>
      <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-sheet">
        {items.map(({ id, title, author }) => (
          <li key={id} className="relative px-4 py-3 hover:bg-plum-soft">
            <Link
              to={href("/manager/books/:id", { id })}
              dir="auto"
              className="block font-medium break-words match-parent after:absolute after:inset-0"
            >
              {title}
            </Link>
            {author && <p className="text-sm break-words text-quiet">{t("book:byAuthor", { author })}</p>}
          </li>
        ))}
      </ul>
      {next && (
        <LoadMore
          next={next}
          loading={loading}
          failed={failed ? t("book:list.loadFailed") : null}
          onLoad={loadMore}
        />
      )}
    </>
  );
}
