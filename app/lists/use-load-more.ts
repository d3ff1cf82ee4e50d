import { startTransition, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { useI18n } from "#app/i18n/use-i18n.ts";
import type { Page } from "./page.ts";

/** Pages that were appended, by history entry: going Back finds the list as long as it was left. */
const appended = new Map<string, { following: string | null; pages: Page<unknown>[] }>();

/** What a list needs of `useFetcher<typeof loader>({ key })`. */
export interface PageFetcher<Data> {
  state: "idle" | "loading" | "submitting";
  /** Undefined before the first load, and where a load failed (client/client-middleware). */
  data: Data | undefined;
  load: (href: string) => Promise<void>;
}

/**
 * Appends pages to a list. A fetcher loads them from the list's own loader, by the same cursor as the link that works
 * without script. Where a page can't be had, `failed` says so and the list stays.
 *
 * @param first the page that came with the document
 * @param fetcher of the loader of the page that the list is on, with the location's key, so that each list has its own
 * @param pageIn finds the list's page in what the loader returns
 * @returns all `items` so far; `list`, the ref of the element whose children they are: the focus goes to the first new
 *   one, where the reader goes on; `more`, for LoadMore
 */
export function useLoadMore<Item, Data>(
  first: Page<Item>,
  fetcher: PageFetcher<Data>,
  pageIn: (data: Data) => Page<Item> | null,
) {
  const { key } = useLocation();
  const { i18n } = useI18n();
  const [failed, setFailed] = useState(false);
  const [pages, setPages] = useState<Page<Item>[]>(() => {
    const kept = appended.get(key);
    // If the first page ended elsewhere then, what was kept would not follow on it.
    return kept?.following === first.next ? (kept.pages as Page<Item>[]) : [];
  });

  // The first page is revalidated while the list is open. If it ends elsewhere than before, what was appended no longer
  // follows on it, and the list stays as it is. In another language the list begins again, for what the server words.
  const [{ base, language }, setBase] = useState({ base: first, language: i18n.language });
  if (language !== i18n.language) {
    setBase({ base: first, language: i18n.language });
    setPages([]);
    appended.delete(key);
  } else if (base !== first && (pages.length === 0 || base.next === first.next)) {
    setBase({ base: first, language });
  }

  // The router also revalidates what a fetcher has loaded. Only what was asked for here is appended.
  const asked = useRef(false);
  const [loads, setLoads] = useState(0);
  const { state, data } = fetcher;
  async function onLoad(href: string) {
    asked.current = true;
    await fetcher.load(href);
    // A transition, as the router's own updates are: it does not come before the data.
    startTransition(() => setLoads((loads) => loads + 1));
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a load ends, with the list as it is then
  useEffect(() => {
    if (state !== "idle" || !asked.current) return;
    asked.current = false;
    const page = data === undefined ? null : pageIn(data);
    setFailed(page === null);
    if (page === null) return;
    appended.set(key, { following: base.next, pages: [...pages, page] });
    setPages([...pages, page]);
  }, [loads, state]);

  const all = [base, ...pages];
  const items = all.flatMap((page) => page.items);

  const list = useRef<HTMLUListElement>(null);
  const shown = useRef(items.length);
  useEffect(() => {
    const firstNew = list.current?.children[shown.current]?.querySelector<HTMLElement>("a, button");
    shown.current = items.length;
    firstNew?.focus({ preventScroll: true });
  }, [items.length]);

  return { list, items, more: { next: all.at(-1)?.next ?? null, loading: state !== "idle", failed, onLoad } };
}
