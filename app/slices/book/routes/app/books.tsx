import type { SQL } from "drizzle-orm";
import { use } from "react";
import { href, Link, useFetcher, useLocation } from "react-router";
import { dbContext } from "#app/context.ts";
import type { Database } from "#app/core/db/client.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { Choices } from "#app/core/lists/choices.tsx";
import { useListStatus } from "#app/core/lists/list-status.tsx";
import { LoadMore } from "#app/core/lists/load-more.tsx";
import { resultCount } from "#app/core/lists/result-count.ts";
import { SearchForm } from "#app/core/lists/search/search-form.tsx";
import { useLoadMore } from "#app/core/lists/use-load-more.ts";
import { ownPartFollows, readCached } from "#app/core/read-cache/read-cached.server.ts";
import { Button, ButtonLink } from "#app/core/ui/button.tsx";
import { EmptyState } from "#app/core/ui/empty-state.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { requirePermissionInParallel } from "#app/identity/middleware/guards.ts";
import { readOwn } from "#app/identity/session/session.server.ts";
import { BookGrid } from "#app/slices/book/book-grid.tsx";
import { books } from "#app/slices/book/books.table.ts";
import { cardMarkContext } from "#app/slices/book/card-mark.server.ts";
import { type CardExtension, CardExtensionContext } from "#app/slices/book/card-mark.ts";
import { readCatalogue } from "#app/slices/book/catalogue.server.ts";
import { withCovers } from "#app/slices/book/cover/sent-covers.server.ts";
import { GenreFilter } from "#app/slices/book/genre-filter.tsx";
import { listGenreChoices } from "#app/slices/genre/genre.server.ts";
import { genres } from "#app/slices/genre/genres.table.ts";
import type { Route } from "./+types/books.ts";

export const middleware = [requirePermissionInParallel("book:list")];

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const db = context.get(dbContext);
  const term = url.searchParams.get("searchTerm")?.trim() ?? "";
  const genre = url.searchParams.get("genre") ?? "";
  const [sort, after] = [url.searchParams.get("sort"), url.searchParams.get("after")];
  // For a search, the marks are always read with the list.
  const mark = term === "" && ownPartFollows(context, request) ? null : context.get(cardMarkContext);
  const read = (db: Database, its?: SQL) => readCatalogue(db, { term, genre, sort, after }, its);
  const readList = () => {
    if (mark) return readOwn(context, (owner) => read(db, mark(owner)));
    if (term) return read(db);
    const key = { genre, sort: sort ?? "", after: after ?? "" };
    return readCached(context, { name: "books", key, tables: [books, genres] }, read);
  };
  const [list, choices] = await Promise.all([
    readList(),
    readCached(context, { name: "genreChoices", key: { genre }, tables: [books, genres] }, (db) =>
      listGenreChoices(db, genre),
    ),
  ]);
  const page = { ...list.page, items: await withCovers(context, list.page.items) };
  return { ...list, page, genres: choices, term, genre, isFirst: after === null };
}

export default function Books({ loaderData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { key, search } = useLocation();
  const { term, genre, genres, isFirst, page, sort } = loaderData;
  const start = new URLSearchParams(search);
  start.delete("after");
  const orders = [
    { order: "title", label: t("book:order.title") },
    { order: "author", label: t("book:order.author") },
  ].map(({ order, label }) => ({
    to: `${href("/app/books")}?${new URLSearchParams({ ...(genre && { genre }), sort: order })}`,
    label,
    isCurrent: order === sort,
  }));
  return (
    <>
      <PageTitle title={t("book:list.title")} />
      <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-6">
        <h1 className="font-serif text-4xl font-semibold">{t("book:list.title")}</h1>
        {!isFirst && (
          <Link
            to={{ search: `?${start}` }}
            className="min-h-11 py-2 text-accent underline underline-offset-4"
          >
            {t("list.start")}
          </Link>
        )}
      </div>
      <SearchForm term={term} action={href("/app/books")}>
        {genres.length > 0 && (
          <>
            <GenreFilter genres={genres} selected={genre} />
            <Button type="submit" variant="secondary">
              {t("search")}
            </Button>
          </>
        )}
      </SearchForm>
      {page.items.length === 0 && page.next === null ? (
        <EmptyList term={term} genre={genre} />
      ) : (
        <>
          {sort && <Choices label={t("book:order.label")} choices={orders} />}
          <BookList key={key} list={loaderData} />
        </>
      )}
    </>
  );
}

function EmptyList({ term, genre }: { term: string; genre: string }) {
  const { t } = useI18n();
  useListStatus(t("noResults"));
  if (term === "" && genre === "") {
    return <EmptyState title={t("book:list.empty")} description={t("book:list.emptyDescription")} />;
  }
  return (
    <EmptyState title={t("noResults")}>
      <ButtonLink variant="secondary" to={href("/app/books")}>
        {genre ? t("book:list.clearFilter") : t("clearSearch")}
      </ButtonLink>
    </EmptyState>
  );
}

const NoMarks: CardExtension["Marks"] = ({ children }) => children(() => false);

function BookList({ list: first }: { list: Route.ComponentProps["loaderData"] }) {
  const { t } = useI18n();
  const { key } = useLocation();
  const fetcher = useFetcher<typeof loader>({ key });
  const { list, items, isReloading, more } = useLoadMore(first.page, fetcher, ({ page }) => page);
  const { term, found } = first;
  const count = items.length;
  const { Part, Marks } = use(CardExtensionContext) ?? { Part: null, Marks: NoMarks };
  const shown = count === 0 ? t("book:list.noneYet") : found && resultCount(t, { term, ...found });
  useListStatus(shown ?? t("book:list.shown", { count }));
  return (
    <>
      <p className="mt-4 mb-4 text-sm wrap-anywhere text-quiet empty:mb-2">{shown}</p>
      <Marks ids={items.flatMap(({ id, isMarked }) => (isMarked === undefined ? [id] : []))}>
        {(isMarked) => (
          <BookGrid
            ref={list}
            books={items.map((book) => ({ isMarked: isMarked(book.id), ...book }))}
            isBusy={isReloading}
            fromList
            Part={Part}
          />
        )}
      </Marks>
      <LoadMore {...more} />
    </>
  );
}
