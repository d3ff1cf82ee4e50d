import { useEffect, useRef, useState } from "react";
import { type Location, useLocation, useNavigationType } from "react-router";
import { pageGeneration } from "#app/core/client/page-cache.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import type { Page } from "./page.ts";

/** The pages appended to a list. */
interface Appended<Item> {
  /** The cursor that they follow. */
  following: string | null;
  pages: Page<Item>[];
  /** How many of the pages are up to date: none if the page cache was emptied after this generation (page-cache). */
  current: number;
  generation: number;
}

/** Appended pages by history entry, so that after Back the list is as long as before. */
const appended = new Map<string, Appended<unknown>>();

const NOTHING = { following: null, pages: [], current: 0 };

/** The location of the list that was shown last. */
let latest: Location | null = null;

/** The part of `useFetcher<typeof loader>({ key })` that a list needs. */
export interface PageFetcher<Data> {
  state: "idle" | "loading" | "submitting";
  /** Undefined before the first load, null after a failed one (client/client-middleware). */
  data: Data | null | undefined;
  load: (href: string) => Promise<void>;
}

/**
 * Appends pages to a list. A fetcher loads them from the list's own loader, with the same cursor as the link that works
 * without script. If a page can't be loaded, `failed` is true and the list stays. After a write, such as an action on
 * rows of the list, the list keeps its length: it shows the old pages, and reloads them one by one.
 *
 * @param first the page that came with the document
 * @param fetcher a fetcher for the loader of the list's page, keyed by the location's key so that each list has its own
 * @param pageIn finds the list's page in the loader's data
 * @returns `items`, all so far; `cursors`, for each item the cursor of its page, null on the first; `list`, a ref for
 *   the items' parent element, so that the first new item gets the focus; `isReloading`, whether pages are being
 *   reloaded; `more`, the props of LoadMore
 */
export function useLoadMore<Item extends { id: string }, Data, List extends HTMLElement = HTMLUListElement>(
  first: Page<Item>,
  fetcher: PageFetcher<Data>,
  pageIn: (data: Data) => Page<Item> | null,
) {
  const location = useLocation();
  const { pathname, search } = location;
  const isReplacing = useNavigationType() === "REPLACE";
  const { i18n } = useI18n();
  const [own, setAppended] = useState<Appended<Item>>(() => {
    const generation = pageGeneration();
    // A form of the list itself replaces the history entry. The list then keeps the pages of the previous
    // entry.
    const isAgain = isReplacing && latest?.pathname === pathname && latest.search === search;
    const entry = (isAgain && latest) || location;
    const kept = appended.get(entry.key) as Appended<Item> | undefined;
    if (!kept || first.next === null) return { ...NOTHING, generation };
    // After a write, the kept pages are shown immediately, and reloaded one by one.
    if (kept.generation !== generation) return { ...kept, current: 0, generation };
    // A link to the list starts it over. If the first page now ends elsewhere, the kept pages no longer follow it.
    return !isAgain && kept.following === first.next ? kept : { ...NOTHING, generation };
  });
  const { pages, current, generation } = own;
  useEffect(() => {
    latest = location;
    appended.set(location.key, own);
  }, [location, own]);

  // The first page revalidates while the list is open. If it now ends elsewhere, the appended pages no longer follow
  // it, and the list stays as it is. A new language starts the list over, because the server formats some of its text.
  const [{ base, language }, setBase] = useState({ base: first, language: i18n.language });
  if (language !== i18n.language) {
    setBase({ base: first, language: i18n.language });
    setAppended({ ...NOTHING, generation });
  } else if (base !== first && (pages.length === 0 || base.next === first.next)) {
    setBase({ base: first, language });
  }

  const all = [base, ...pages];
  /** The start of the next page to load. */
  const cursor = all[current]?.next ?? null;

  // The router also revalidates a fetcher's data. Append only a page that was requested here.
  const [isAsked, setAsked] = useState(false);
  const { state, data } = fetcher;
  function onLoad() {
    if (cursor === null) return;
    setAsked(true);
    fetcher.load(pathname + pageAfter(search, cursor));
  }
  const page = data ? pageIn(data) : null;
  const failed = isAsked && state === "idle" && data !== undefined && page === null;
  // Only new data shows that a load has ended: a state set after awaiting the load might be rendered before the data.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when data comes, with the list as it is then
  useEffect(() => {
    if (!isAsked || page === null) return;
    setAsked(false);
    const rest = page.next === null ? [] : pages.slice(current + 1);
    setAppended({
      following: base.next,
      pages: [...pages.slice(0, current), page, ...rest],
      current: current + 1,
      generation,
    });
  }, [data]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page
  useEffect(() => {
    if (current < pages.length) onLoad();
  }, [current]);

  // A page that is not reloaded yet may have rows that have moved to an earlier page.
  const rows = new Map<string, { item: Item; cursor: string | null }>();
  for (const [n, page] of all.entries()) {
    for (const item of page.items) {
      if (!rows.has(item.id)) rows.set(item.id, { item, cursor: all[n - 1]?.next ?? null });
    }
  }
  const items = [...rows.values()].map(({ item }) => item);

  const list = useRef<List>(null);
  const shown = useRef({ rows: items.length, pages: pages.length });
  useEffect(() => {
    const before = shown.current;
    shown.current = { rows: items.length, pages: pages.length };
    if (pages.length <= before.pages) return;
    const firstNew = list.current?.children[before.rows];
    // The focus stays if the reader has moved it in the meantime to a field, such as the search, or to an entry.
    if (!(firstNew instanceof HTMLElement) || document.activeElement?.closest("input, li, tr")) return;
    // An entry without a link or button takes the focus itself, if it can.
    const target = firstNew.querySelector<HTMLElement>("a, summary, button") ?? firstNew;
    target.focus({ preventScroll: true });
  }, [items.length, pages.length]);

  return {
    list,
    items,
    cursors: [...rows.values()].map(({ cursor }) => cursor),
    isReloading: current < pages.length && !failed,
    more: { next: all.at(-1)?.next ?? null, loading: state !== "idle", failed, onLoad },
  };
}

/** The search parameters of a page of a list, including "?". @param cursor where the page starts */
export function pageAfter(search: string, cursor: string): string {
  const parameters = new URLSearchParams(search);
  parameters.set("after", cursor);
  return `?${parameters}`;
}
