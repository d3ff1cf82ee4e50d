import { href, useFetcher, useLocation } from "react-router";
import { dbContext, viewerContext } from "#app/context.ts";
import { bookColumns } from "#app/features/book/book-columns.tsx";
import { listBookRows } from "#app/features/book/book-list.server.ts";
import { GenreFilter } from "#app/features/book/genre-filter.tsx";
import { GenreOfMany } from "#app/features/book/genre-of-many.tsx";
import { timeFromNow } from "#app/i18n/time-in-words.server.ts";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { ListHeading } from "#app/lists/list-heading.tsx";
import { NoResults } from "#app/lists/no-results.tsx";
import { ResultTable } from "#app/lists/result-table.tsx";
import { SearchForm } from "#app/lists/search-form.tsx";
import { requirePermissionInParallel } from "#app/middleware/guards.ts";
import { can } from "#app/permissions.ts";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { Route } from "./+types/books.ts";

export const middleware = [requirePermissionInParallel("book:list")];

export async function loader({ url, context }: Route.LoaderArgs) {
  const term = url.searchParams.get("searchTerm")?.trim() ?? "";
  const genreId = url.searchParams.get("genre") ?? "";
  const sort = url.searchParams.get("sort");
  const after = url.searchParams.get("after");
  const { page, ...list } = await listBookRows(context.get(dbContext), { term, genreId, sort, after });
  const { role } = await context.get(viewerContext);
  const fromNow = timeFromNow(context);
  const items = page.items.map(({ updatedAt, ...book }) => ({ ...book, updated: fromNow(updatedAt) }));
  return {
    ...list,
    page: { ...page, items },
    term,
    genreId,
    isFirst: after === null,
    mayCreate: can(role, "book:create"),
  };
}

export default function Books({ loaderData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { key, search } = useLocation();
  const fetcher = useFetcher<typeof loader>({ key });
  const { page, isFirst, total, sort, term, genreId, genre, genres, mayCreate } = loaderData;
  const here = href("/manager/books");
  return (
    <>
      <PageTitle title={t("book:list.title")} />
      <ListHeading
        title={t("book:list.title")}
        add={mayCreate ? { to: href("/manager/books/new"), label: t("book:manager.new") } : null}
      />
      <SearchForm term={term} action={here}>
        {genres.length > 0 ? <GenreFilter genres={genres} chosen={genreId} /> : <GenreOfMany genre={genre} />}
      </SearchForm>
      {page.items.length === 0 && page.next === null ? (
        <NoResults
          term={term}
          filters={genreId ? [genre?.name ?? t("book:list.goneGenre")] : []}
          empty={t("book:list.empty")}
          clearTo={here}
        />
      ) : (
        <ResultTable
          key={key}
          first={page}
          fetcher={fetcher}
          isFirst={isFirst}
          term={term}
          total={total}
          label={t("book:list.title")}
          columns={bookColumns(t, search)}
          sort={sort}
        />
      )}
    </>
  );
}
