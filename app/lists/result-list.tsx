import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { LoadMore } from "./load-more.tsx";
import { MAX_RESULTS_COUNTED } from "./max-results.ts";
import type { Page } from "./page.ts";
import { ResultCount } from "./result-count.tsx";
import { type PageFetcher, useLoadMore } from "./use-load-more.ts";

/**
 * A manager's list, or its search results: the count, the rows, and Load more. Its React key must be the location's
 * key, so that a new search starts a new list.
 */
export function ResultList<Item extends { id: string }>({
  first,
  fetcher,
  isFirst,
  term,
  total,
  children,
}: {
  /** The page that came with the document. */
  first: Page<Item>;
  /** Loads further pages: `useFetcher<typeof loader>({ key })`. */
  fetcher: PageFetcher<{ page: Page<Item> }>;
  /** Whether `first` is the first page of the list. Without script, Load more links to later ones. */
  isFirst: boolean;
  /** The search term; "" for the whole list. */
  term: string;
  /** The total. Search results are counted only up to MAX_RESULTS_COUNTED + 1. */
  total: number;
  /** Renders a row. */
  children: (item: Item) => ReactNode;
}) {
  const { t, i18n } = useI18n();
  const { list, items, more } = useLoadMore(first, fetcher, ({ page }) => page);
  const start = new URLSearchParams(useLocation().search);
  start.delete("after");
  const number = new Intl.NumberFormat(i18n.language);
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
        {term === "" ? (
          isFirst && t("list.showing", { shown: number.format(items.length), total: number.format(total) })
        ) : (
          <ResultCount
            term={term}
            count={Math.min(total, MAX_RESULTS_COUNTED)}
            atLeast={total > MAX_RESULTS_COUNTED}
          />
        )}
      </p>
      <ul ref={list} className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-sheet">
        {items.map((item) => (
          <li key={item.id} className="relative px-4 py-3 hover:bg-accent-soft">
            {children(item)}
          </li>
        ))}
      </ul>
      <LoadMore {...more} />
    </>
  );
}
