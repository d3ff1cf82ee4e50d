import { showToast } from "#app/core/ui/toast-store.ts";
import { ALL_RESULTS, CHOSEN, MAX_CHOSEN } from "./chosen.ts";
import { VIEW } from "./list-view.ts";

/** The ids of the chosen rows by history entry, so that Back finds them chosen. */
const kept = new Map<string, string[]>();

/** How many rows are chosen in the list in sight, or were in the one before, if that is of the same page. */
let latest = 0;

const boxesIn = (element: Element) => [
  ...element.querySelectorAll<HTMLInputElement>(`input[name="${CHOSEN}"]`),
];

interface Followed {
  /** The key of the history entry. */
  key: string;
  /** Whether the reader came by a link, and not by Back. */
  isNew: boolean;
  /** What is said if a choice of the list before has ended, and if too many rows are chosen. */
  words: { cleared: (count: number) => string; tooMany: string };
  /** Called with how many rows are chosen, and whether "Clear" has just taken them all. */
  onCount: (count: number, isCleared: boolean) => void;
}

/**
 * Follows which rows of a list are chosen: counts them, keeps them for Back, says so if another list ends the choice, refuses too many,
 * has the box in the heading choose all of the page, and "Clear" clear them in place. Without it, the boxes, the bar and the link work, too.
 * @param root the element with the list, the bar and the link
 * @returns what to call when the list goes
 */
export function followSelection(root: HTMLElement, { key, isNew, words, onCount }: Followed): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const { pathname } = window.location;
  const chosen = () => boxesIn(root).filter(({ checked }) => checked);
  const allResults = () => root.querySelector<HTMLInputElement>(`input[name="${ALL_RESULTS}"]:checked`);
  const headBox = () => root.querySelector<HTMLInputElement>("[data-select-all]");
  const recount = () => {
    const ids = chosen().map(({ value }) => value);
    if (ids.length > 0 || kept.has(key)) kept.set(key, ids);
    latest = ids.length;
    onCount(latest, false);
    const all = headBox();
    if (all) {
      all.checked = latest > 0 && latest === boxesIn(root).length;
      all.indeterminate = latest > 0 && !all.checked;
    }
    // Out of sight (selection.css), it would go on with the next row.
    if (latest === 0 || (all && !all.checked)) allResults()?.click();
  };

  // Another order or filter is another list, which may not have the rows: the choice would go on out of sight.
  const isSameList = new URLSearchParams(window.location.search).has(VIEW);
  if (isNew && latest > 0 && !kept.has(key) && !isSameList) showToast("info", words.cleared(latest));
  const before = kept.get(key);
  for (const box of boxesIn(root)) {
    if (!box.checked && before?.includes(box.value)) box.click();
  }
  // Boxes may also be checked before script runs.
  recount();
  root.addEventListener(
    "change",
    ({ target }) => {
      const all = headBox();
      if (all && target === all) for (const box of boxesIn(root)) box.checked = all.checked;
      recount();
    },
    { signal },
  );
  // Rows come and go with their boxes.
  const observer = new MutationObserver(recount);
  const list = root.firstElementChild;
  if (list) observer.observe(list, { childList: true, subtree: true });

  // Who means all results sends no rows: they fit in no URL.
  root.addEventListener(
    "formdata",
    ({ formData }) => {
      if (formData.has(ALL_RESULTS)) formData.delete(CHOSEN);
    },
    { signal },
  );
  root.addEventListener(
    "submit",
    (event) => {
      if (allResults()) {
        // The question is no other list, in which a choice would end.
        latest = 0;
        return;
      }
      if (latest <= MAX_CHOSEN) return;
      event.preventDefault();
      event.stopPropagation();
      showToast("error", words.tooMany);
    },
    { signal, capture: true },
  );
  root.addEventListener(
    "click",
    (event) => {
      const link = event.target instanceof Element && event.target.closest("[data-clear]");
      if (!link) return;
      event.preventDefault();
      event.stopPropagation();
      const rows = chosen();
      // The bar goes, and the link with it.
      if (link.contains(document.activeElement)) rows[0]?.focus({ preventScroll: true });
      for (const box of rows) box.click();
      onCount(0, true);
    },
    { signal, capture: true },
  );
  return () => {
    listening.abort();
    observer.disconnect();
    if (window.location.pathname !== pathname) latest = 0;
  };
}
