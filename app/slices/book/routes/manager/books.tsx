import { href, useLocation } from "react-router";
import { dbContext, i18nContext, viewerContext } from "#app/context.ts";
import { timeFromNow } from "#app/core/i18n/time-formatter.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { ExportEntry } from "#app/core/lists/csv/export-entry.tsx";
import { EmptyList } from "#app/core/lists/empty-list.tsx";
import { Filters } from "#app/core/lists/filters/filters.tsx";
import { ListHeading } from "#app/core/lists/list-heading.tsx";
import { fromList } from "#app/core/lists/list-place.ts";
import { ResultTable } from "#app/core/lists/result-table.tsx";
import { SearchForm } from "#app/core/lists/search/search-form.tsx";
import {
  askedResults,
  meansAllResults,
  offeredResults,
  selectedIn,
} from "#app/core/lists/selection/selected-rows.server.ts";
import { listSearch, MAX_RESULTS_AT_ONCE } from "#app/core/lists/selection/selected-rows.ts";
import { SelectAll, SelectBox } from "#app/core/lists/selection/selection.tsx";
import { usePageFetcher } from "#app/core/lists/use-page-fetcher.ts";
import { readListView } from "#app/core/lists/view/list-view.server.ts";
import { MenuLink } from "#app/core/ui/menu/more-menu.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { requirePermissionInParallel } from "#app/identity/middleware/guards.ts";
import { can } from "#app/permissions.ts";
import { bookColumns } from "#app/slices/book/book-columns.tsx";
import { listBookIds, listBookRows } from "#app/slices/book/book-list.server.ts";
import { withCovers } from "#app/slices/book/cover/sent-covers.server.ts";
import { GenreFilter } from "#app/slices/book/genre-filter.tsx";
import { GenreOfMany } from "#app/slices/book/genre-of-many.tsx";
import { NO_GENRE } from "#app/slices/book/no-genre.ts";
import { type Asked, SelectableBooks } from "#app/slices/book/selection/selectable-books.tsx";
import { changeSelectedBooks } from "#app/slices/book/selection/selected-books.server.ts";
import { SELECTION_FIELDS } from "#app/slices/book/selection/selection-fields.ts";
import { listGenres } from "#app/slices/genre/genre.server.ts";
import type { Route } from "./+types/books.ts";

export const middleware = [requirePermissionInParallel("book:list")];

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const term = url.searchParams.get("searchTerm")?.trim() ?? "";
  const genreId = url.searchParams.get("genre") ?? "";
  const sort = url.searchParams.get("sort");
  const after = url.searchParams.get("after");
  const confirm = url.searchParams.get("confirm");
  const what: Asked["what"] | null = confirm === "delete" || confirm === "genre" ? confirm : null;
  const { t } = context.get(i18nContext);
  const view = readListView(request, url);
  const selected = selectedIn(url);
  const db = context.get(dbContext);
  const [{ page, genre, ...list }, allGenres, all, { role }] = await Promise.all([
    listBookRows(db, { term, genreId, sort, after, size: view?.size }),
    what === "genre" ? listGenres(db) : null,
    what && meansAllResults(url)
      ? listBookIds(db, { term, genreId }, MAX_RESULTS_AT_ONCE).then(askedResults)
      : null,
    context.get(viewerContext),
  ]);
  const fromNow = timeFromNow(context);
  const books = await withCovers(context, page.items, "small");
  const items = books.map(({ updatedAt, genreId, ...book }) => ({ ...book, updated: fromNow(updatedAt) }));
  return {
    ...list,
    page: { ...page, items },
    term,
    genreId,
    genreName: genreId === NO_GENRE ? t("book:noGenre") : (genre?.name ?? t("book:list.goneGenre")),
    view,
    isFirst: after === null,
    mayCreate: can(role, "book:create"),
    mayUpdate: can(role, "book:update"),
    mayDelete: can(role, "book:delete"),
    selected,
    asked: what && {
      what,
      ids: selected,
      all,
      genreId: url.searchParams.get("genreId") ?? "",
    },
    allGenres,
    results: offeredResults({ ...list, page }),
  };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  return changeSelectedBooks({ request, url, context });
}

export default function Books({ loaderData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { key, search } = useLocation();
  const fetcher = usePageFetcher<typeof loader>();
  const { page, term, genreId, genreName, genres, mayCreate, mayUpdate, mayDelete, selected } = loaderData;
  const here = href("/manager/books");
  const add = mayCreate ? { to: href("/manager/books/new"), label: t("book:manager.new") } : null;
  const filters = genreId ? [{ label: genreName, parameters: ["genre"] }] : [];
  return (
    <>
      <PageTitle title={t("book:list.title")} />
      <ListHeading title={t("book:list.title")} add={add}>
        {mayCreate && (
          <MenuLink icon="upload" to={href("/manager/books/import")}>
            {t("book:manager.import")}
          </MenuLink>
        )}
        <ExportEntry to={href("/manager/books/export")} isFiltered={Boolean(term || genreId)} />
      </ListHeading>
      <SearchForm term={term} action={here}>
        <Filters set={filters}>
          {genres.length > 0 ? (
            <GenreFilter genres={[...genres, { id: NO_GENRE, name: t("book:noGenre") }]} selected={genreId} />
          ) : (
            <GenreOfMany selected={genreId} />
          )}
        </Filters>
      </SearchForm>
      {page.items.length === 0 && page.next === null ? (
        <EmptyList
          term={term}
          isFiltered={genreId !== ""}
          empty={t("book:list.empty")}
          add={add}
          clearTo={here}
        />
      ) : (
        <SelectableBooks {...loaderData} key={key} here={here + listSearch(search, SELECTION_FIELDS)}>
          <ResultTable
            {...loaderData}
            first={page}
            fetcher={fetcher}
            search={listSearch(search, SELECTION_FIELDS)}
            label={t("book:list.title")}
            columns={bookColumns(t)}
            editTo={({ id }, search) => fromList(href("/manager/books/:id/update", { id }), search)}
            selection={
              mayUpdate || mayDelete
                ? {
                    label: t("selection:column"),
                    all: <SelectAll />,
                    box: ({ id, title }) => (
                      <SelectBox id={id} name={title} isSelected={selected.includes(id)} />
                    ),
                  }
                : undefined
            }
          />
        </SelectableBooks>
      )}
    </>
  );
}
