import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { useI18n } from "#app/i18n/use-i18n.ts";
import type { Page } from "./page.ts";

/** Pages that were appended, by history entry: going Back finds the list as long as it was left. */
const appended = new Map<string, { following: string | null; pages: Page<unknown>[] }>();

/**
 * Appends pages to a list. They come as JSON from the resource route "more" below the list's own: a page that
 * can't be had is said where it was asked for, and the list that is there stays. Without script the same cursor
 * is a link to the next page.
 *
 * @param first the page that came with the document
 * @returns all items so far; `next` for the link; `loadMore` to append the page behind a cursor; `list` for the
 *   element whose children the items are: the focus goes to the first new one, where the reader goes on
 */
export function useLoadMore<Item>(first: Page<Item>) {
  const { key, pathname, search } = useLocation();
  const { i18n } = useI18n();
  const [state, setState] = useState<"idle" | "loading" | "failed">("idle");
  const [pages, setPages] = useState<Page<Item>[]>(() => {
    const kept = appended.get(key);
    // A first page that ends elsewhere than it did would leave a gap before what was kept.
    return kept?.following === first.next ? (kept.pages as Page<Item>[]) : [];
  });

  // The first page may come anew while the list is open. Where it ends elsewhere than before, what was appended would no
  // longer follow on it: the list stays as it is. In another language it begins again, for what was put into words.
  const [{ base, language }, setBase] = useState({ base: first, language: i18n.language });
  if (language !== i18n.language) {
    setBase({ base: first, language: i18n.language });
    setPages([]);
    appended.delete(key);
  } else if (base !== first && (pages.length === 0 || base.next === first.next)) {
    setBase({ base: first, language });
  }

  async function loadMore(next: string) {
    setState("loading");
    try {
      const parameters = new URLSearchParams(search);
      parameters.set("after", next);
      const response = await fetch(`${pathname}/more?${parameters}`);
      // The session has ended, say: the page itself knows where to go from here.
      if (response.redirected) return window.location.reload();
      if (!response.ok) throw new Error(`${response.status}`);
      const more = [...pages, (await response.json()) as Page<Item>];
      appended.set(key, { following: base.next, pages: more });
      setPages(more);
      setState("idle");
    } catch {
      setState("failed");
    }
  }

  const all = [base, ...pages];
  const items = all.flatMap((page) => page.items);

  const list = useRef<HTMLUListElement>(null);
  const shown = useRef(items.length);
  useEffect(() => {
    const firstNew = list.current?.children[shown.current]?.querySelector<HTMLElement>("a, button");
    shown.current = items.length;
    firstNew?.focus({ preventScroll: true });
  }, [items.length]);

  return {
    list,
    items,
    next: all.at(-1)?.next ?? null,
    loading: state === "loading",
    failed: state === "failed",
    loadMore,
  };
}
