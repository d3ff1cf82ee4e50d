import { useEffect, useRef, useState } from "react";
import { useFetcher, useLocation } from "react-router";

/** One page of a list that is read by keyset. */
export interface Page<Item> {
  items: Item[];
  /** The cursor of the page after; null on the last one. */
  next: string | null;
}

/** What the route "more" below a list answers: a page, or that it could not be had. */
export type PageResult<Item> = { page: Page<Item> } | { failed: true };

/** Pages that were appended, by history entry: going Back finds the list as long as it was left. */
const appended = new Map<string, { following: string | null; pages: Page<unknown>[] }>();

/**
 * Appends pages to a list. Without script the same cursor is a link to the next page.
 *
 * @param first the page that came with the document
 * @returns all items so far; `next` for the link; `loadMore` to append the page behind a cursor
 */
export function useLoadMore<Item>(first: Page<Item>) {
  const { key, pathname } = useLocation();
  const fetcher = useFetcher<PageResult<Item>>();
  const [pages, setPages] = useState<Page<Item>[]>(() => {
    const kept = appended.get(key);
    // A first page that ends elsewhere than it did would leave a gap before what was kept.
    return kept?.following === first.next ? (kept.pages as Page<Item>[]) : [];
  });
  const answer = fetcher.data;
  const taken = useRef<typeof answer>(undefined);

  useEffect(() => {
    if (!answer || answer === taken.current || "failed" in answer) return;
    taken.current = answer;
    const more = [...pages, answer.page];
    appended.set(key, { following: first.next, pages: more });
    setPages(more);
  }, [answer, pages, key, first.next]);

  const all = [first, ...pages];
  return {
    items: all.flatMap((page) => page.items),
    next: all.at(-1)?.next ?? null,
    loading: fetcher.state !== "idle",
    failed: fetcher.state === "idle" && answer !== undefined && "failed" in answer,
    loadMore: (next: string) => fetcher.load(`${pathname}/more?${new URLSearchParams({ after: next })}`),
  };
}
