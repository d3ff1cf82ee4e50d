import { VIEW } from "#app/core/lists/view/list-view.ts";
import { showToast } from "#app/core/ui/toast/toast-store.ts";
import { ALL_RESULTS, MAX_SELECTED, SELECTED } from "./selected-rows.ts";

/** The ids of the selected rows by history entry, so that Back restores the selection. */
const selections = new Map<string, string[]>();

/** How many rows are selected in the visible list, or were in the one before it on the same page. */
let latest = 0;

const boxesIn = (element: Element) => [
  ...element.querySelectorAll<HTMLInputElement>(`input[name="${SELECTED}"]`),
];

interface Followed {
  /** The key of the history entry. */
  key: string;
  /** Whether the reader followed a link, and did not go back. */
  isNew: boolean;
  /** The messages for a selection that ended with the previous list, and for too many selected rows. */
  words: { cleared: (count: number) => string; tooMany: string };
  /** Called with the number of selected rows, and whether "Clear" has just deselected them all. */
  onCount: (count: number, isCleared: boolean) => void;
}

/**
 * Follows the selection of a list:
 * - counts the selected rows, and refuses too many;
 * - restores them after Back, and shows a message if another list ends the selection;
 * - lets the checkbox in the heading select the whole page, and "Clear" deselect in place.
 *
 * Without this script, the checkboxes, the bar and the link still work.
 * @param root the element with the list, the bar and the link
 * @returns a function to call when the list is removed
 */
export function followSelection(root: HTMLElement, { key, isNew, words, onCount }: Followed): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const { pathname } = window.location;
  const checkedBoxes = () => boxesIn(root).filter(({ checked }) => checked);
  const allResults = () => root.querySelector<HTMLInputElement>(`input[name="${ALL_RESULTS}"]:checked`);
  const headBox = () => root.querySelector<HTMLInputElement>("[data-select-all]");
  const recount = () => {
    const ids = checkedBoxes().map(({ value }) => value);
    if (ids.length > 0 || selections.has(key)) selections.set(key, ids);
    latest = ids.length;
    onCount(latest, false);
    const all = headBox();
    if (all) {
      all.checked = latest > 0 && latest === boxesIn(root).length;
      all.indeterminate = latest > 0 && !all.checked;
    }
    // selection.css hides the checkbox for all results, which would stay checked for the next selection.
    if (latest === 0 || (all && !all.checked)) allResults()?.click();
  };

  // With another order or filter it is another list, which may lack the selected rows. These would stay selected out of
  // sight.
  const isSameList = new URLSearchParams(window.location.search).has(VIEW);
  if (isNew && latest > 0 && !selections.has(key) && !isSameList) showToast("info", words.cleared(latest));
  const before = selections.get(key);
  for (const box of boxesIn(root)) {
    if (!box.checked && before?.includes(box.value)) box.click();
  }
  // The reader may have checked boxes before script ran.
  recount();
  // The box in the heading works from now on (selection.css).
  root.dataset.followed = "";
  root.addEventListener(
    "change",
    ({ target }) => {
      const all = headBox();
      if (all && target === all) for (const box of boxesIn(root)) box.checked = all.checked;
      recount();
    },
    { signal },
  );
  // Rows can be added or removed, and their boxes with them.
  const observer = new MutationObserver(recount);
  const list = root.firstElementChild;
  if (list) observer.observe(list, { childList: true, subtree: true });

  // With all results selected, the rows are not sent, because they would not fit into a URL.
  root.addEventListener(
    "formdata",
    ({ formData }) => {
      if (formData.has(ALL_RESULTS)) formData.delete(SELECTED);
    },
    { signal },
  );
  root.addEventListener(
    "submit",
    (event) => {
      if (allResults()) {
        // The confirmation does not count as another list, so it does not end the selection.
        latest = 0;
        return;
      }
      if (latest <= MAX_SELECTED) return;
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
      const rows = checkedBoxes();
      // The bar disappears, and the focused link with it.
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
