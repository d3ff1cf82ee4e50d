import { lazy } from "react";
import { Link, useLocation } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { filteredCount } from "#app/core/lists/filters/filtered-count.ts";
import { type ListView, VIEW } from "#app/core/lists/view/list-view.ts";
import { useListStatus } from "./list-status.tsx";
import { LoadMore } from "./load-more.tsx";
import { MAX_RESULTS_COUNTED } from "./max-results.ts";
import type { Page } from "./page.ts";
import { resultCount } from "./result-count.ts";
import { type Column, Table } from "./table.tsx";
import { type PageFetcher, pageAfter, useLoadMore } from "./use-load-more.ts";

/** The form is not inside a Suspense, because a page without script must contain it. */
const ListViewForm = lazy(() => import("#app/core/lists/view/list-view-form.tsx"));

/**
 * A manager's list, or its search results: the count, the table, and Load more. Its React key must be the location's
 * key, so that a new search starts a new list.
 */
export function ResultTable<Item extends { id: string }>({
  first,
  fetcher,
  isFirst,
  term,
  total,
  search,
  view,
  columns,
  ...table
}: {
  /** The page that came with the document. */
  first: Page<Item>;
  /** Loads further pages: `usePageFetcher<typeof loader>()`. */
  fetcher: PageFetcher<{ page: Page<Item> }>;
  /** Whether `first` is the first page of the list. Without script, Load more links to later ones. */
  isFirst: boolean;
  /** The search term; "" without a search. */
  term: string;
  /** The total; null if it is not known. Search results are counted only up to MAX_RESULTS_COUNTED + 1. */
  total: number | null;
  /** The search parameters of the list (listSearch), with which the rows' pages lead back to it. */
  search: string;
  /** The view that the reader has selected (readListView), if any. */
  view: ListView | null | undefined;
  /** The name of the list for screen readers. */
  label: string;
  columns: Column<Item>[];
  /** The order, as in the URL; null for a search. */
  sort: string | null;
  /** The path of the form that edits a row. */
  editTo?: (item: Item, search: string) => string;
  /** The checkboxes that select rows. */
  selection?: Parameters<typeof Table<Item>>[0]["selection"];
}) {
  const { t } = useI18n();
  const { list, items, cursors, isReloading, more } = useLoadMore<
    Item,
    { page: Page<Item> },
    HTMLTableSectionElement
  >(first, fetcher, ({ page }) => page);
  const { pathname, search: locationSearch } = useLocation();
  const start = new URLSearchParams(locationSearch);
  start.delete("after");
  const isChoosing = start.has(VIEW);
  start.delete(VIEW);
  const searchOf = (row: number) => {
    const cursor = cursors[row];
    return cursor ? pageAfter(search, cursor) : search;
  };
  let status = "";
  if (total !== null && term) {
    const count = Math.min(total, MAX_RESULTS_COUNTED);
    status = resultCount(t, { term, count, atLeast: total > count });
  } else if (isFirst) {
    const count = items.length;
    status =
      total === null
        ? filteredCount(t, term, count, more.next !== null)
        : t("list.showing", { shown: count, total });
  }
  useListStatus(status);
  return (
    <>
      {!isFirst && (
        <Link
          to={{ search: `?${start}` }}
          className="mt-4 inline-block py-2 text-accent underline underline-offset-4"
        >
          {t("list.start")}
        </Link>
      )}
      <div className="list-line">
        <p>{status}</p>
        <Link to={{ search: `?${new URLSearchParams([...start, [VIEW, ""]])}` }}>
          {t("manager:view.open")}
        </Link>
      </div>
      {isChoosing && <ListViewForm list={pathname} search={`${start}`} view={view} columns={columns} />}
      {items.length === 0 ? (
        <p className="py-8 text-center">{t("manager:list.noneYet")}</p>
      ) : (
        <Table
          {...table}
          columns={columns.filter(({ id = "" }) => !view?.hidden.includes(id))}
          items={items}
          searchOf={searchOf}
          isBusy={isReloading}
          ref={list}
        />
      )}
      <LoadMore {...more} />
    </>
  );
}
