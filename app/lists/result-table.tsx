import { Link, useLocation } from "react-router";
import { numberFormat } from "#app/i18n/formats.ts";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { LoadMore } from "./load-more.tsx";
import { MAX_RESULTS_COUNTED } from "./max-results.ts";
import type { Page } from "./page.ts";
import { ResultCount } from "./result-count.tsx";
import { type Column, Table } from "./table.tsx";
import { type PageFetcher, useLoadMore } from "./use-load-more.ts";

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
  ...table
}: {
  /** The page that came with the document. */
  first: Page<Item>;
  /** Loads further pages: `useFetcher<typeof loader>({ key })`. */
  fetcher: PageFetcher<{ page: Page<Item> }>;
  /** Whether `first` is the first page of the list. Without script, Load more links to later ones. */
  isFirst: boolean;
  /** The search term; "" for a list that is no search. */
  term: string;
  /** The total; null if it is not known. Search results are counted only up to MAX_RESULTS_COUNTED + 1. */
  total: number | null;
  /** What the list is of, for screen readers. */
  label: string;
  columns: Column<Item>[];
  /** The order, as in the URL; null for a search. */
  sort: string | null;
  /** Boxes that choose rows. */
  selection?: Parameters<typeof Table<Item>>[0]["selection"];
}) {
  const { t, i18n } = useI18n();
  const { list, items, more } = useLoadMore<Item, { page: Page<Item> }, HTMLTableSectionElement>(
    first,
    fetcher,
    ({ page }) => page,
  );
  const start = new URLSearchParams(useLocation().search);
  start.delete("after");
  const number = numberFormat(i18n.language);
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
      <p role="status" className="mt-4 mb-2 text-sm wrap-anywhere text-quiet">
        {total === null ? (
          isFirst && <FilteredCount term={term} count={items.length} atLeast={more.next !== null} />
        ) : term === "" ? (
          isFirst && t("list.showing", { shown: number.format(items.length), total: number.format(total) })
        ) : (
          <ResultCount
            term={term}
            count={Math.min(total, MAX_RESULTS_COUNTED)}
            atLeast={total > MAX_RESULTS_COUNTED}
          />
        )}
      </p>
      {items.length === 0 ? (
        <p className="py-8 text-center">{t("manager:list.noneYet")}</p>
      ) : (
        <Table {...table} items={items} ref={list} />
      )}
      <LoadMore {...more} />
    </>
  );
}

/** How many results a filter has, with a search term or without one. */
function FilteredCount({ term, count, atLeast }: { term: string; count: number; atLeast: boolean }) {
  const { t, i18n } = useI18n();
  if (term !== "") return <ResultCount term={term} count={count} atLeast={atLeast} />;
  return atLeast
    ? t("manager:list.manyFound", { limit: numberFormat(i18n.language).format(count) })
    : t("manager:list.found", { count });
}
