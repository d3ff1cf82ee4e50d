import type { ListScript } from "#app/core/lists/list-script.ts";
import { SELECTED } from "#app/core/lists/selection/selected-rows.ts";
import { singleKey } from "./single-key.ts";

const boxOf = (row: Element | undefined) =>
  row?.querySelector<HTMLInputElement>(`input[name="${SELECTED}"]`) ?? null;

/** Focuses the link to a row's page, so that Enter opens it; in a row without a page, its first control. */
function focusRow(row: HTMLElement): void {
  const target = row.querySelector<HTMLElement>("a, summary, button") ?? boxOf(row) ?? row;
  if (target === row) row.tabIndex = -1;
  target.focus();
}

/** Checks or unchecks the box of a row with a click, so that listeners that count the boxes get the event. */
function check(row: Element | undefined, isSelected: boolean): void {
  const box = boxOf(row);
  if (box && box.checked !== isSelected) box.click();
}

/** Listens to the keys of a table (docs/product.md), and to Shift-clicks on its boxes. */
export const listenToListKeys: ListScript = (table, edit, signal) => {
  /** The first row of a range selection, and the last one so far. */
  let first: HTMLElement | undefined;
  let last: HTMLElement | undefined;

  /** The current rows, and the Load more link after them. */
  function stops(): { rows: HTMLElement[]; more: HTMLElement | null } {
    return {
      rows: [...table.querySelectorAll<HTMLElement>("tbody > tr")],
      more: table.parentElement?.nextElementSibling?.querySelector("a") ?? null,
    };
  }

  function move(step: 1 | -1, isRange: boolean): void {
    const { rows, more } = stops();
    const all = more ? [...rows, more] : rows;
    const here = all.findIndex((stop) => stop.contains(document.activeElement));
    // If the focus is elsewhere, start at the first visible row below the headings.
    const headings = table.querySelector("thead")?.getBoundingClientRect().bottom ?? 0;
    const inSight = () => rows.findIndex((row) => row.getBoundingClientRect().top >= Math.max(0, headings));
    const next = here < 0 && step > 0 ? inSight() : here + step;
    const stop = all[next];
    if (!stop || (isRange && stop === more)) return;
    if (isRange && stop !== more) {
      if (rows[here] !== last || !first?.isConnected) first = rows[here] ?? stop;
      const begin = rows.indexOf(first);
      const returns = here >= 0 && Math.abs(next - begin) < Math.abs(here - begin);
      chooseFrom(first, () => {
        check(rows[here], !returns);
        check(stop, true);
      });
      last = stop;
    }
    if (stop === more) stop.focus();
    else focusRow(stop);
  }

  /**
   * Selects rows by clicking their boxes. Each click starts a range, so the beginning of the range is set again
   * afterwards.
   */
  function chooseFrom(begin: HTMLElement, choose: () => void): void {
    choose();
    first = begin;
  }

  /** Selects or deselects every row from the start of the range to this one. */
  function extendTo(row: HTMLElement, isSelected: boolean): void {
    const { rows } = stops();
    const begin = first?.isConnected ? first : row;
    const [from = 0, to = 0] = [rows.indexOf(begin), rows.indexOf(row)].sort((a, b) => a - b);
    chooseFrom(begin, () => {
      for (const between of rows.slice(from, to + 1)) check(between, isSelected);
    });
    last = row;
  }

  function onKeyDown(event: KeyboardEvent): void {
    const key = singleKey(event);
    const row = document.activeElement?.closest<HTMLElement>("tbody > tr") ?? null;
    const isHere = row !== null && table.contains(row);
    if (key === "j" || (key === "ArrowDown" && isHere)) move(1, event.shiftKey);
    else if (key === "k" || (key === "ArrowUp" && isHere)) move(-1, event.shiftKey);
    else if (key === "x" && isHere && !event.repeat) boxOf(row)?.click();
    else if (key === "e" && isHere && !event.repeat) edit(stops().rows.indexOf(row));
    else if (key === "Escape") clearOf(table)?.click();
    else return;
    event.preventDefault();
  }

  function onClick(event: MouseEvent): void {
    const target = event.target as Element;
    const row = target.closest(".select-box")?.closest<HTMLElement>("tbody > tr");
    const box = boxOf(row ?? undefined);
    if (!row || !box) return;
    if (event.shiftKey) {
      // Firefox does not pass a click with a modifier key from the label to its box.
      const isLabel = target !== box;
      if (isLabel) event.preventDefault();
      extendTo(row, isLabel ? !box.checked : box.checked);
    } else if (target === box) {
      first = row;
      last = row;
    }
  }

  /** A Shift-click would also select text. */
  function onMouseDown(event: MouseEvent): void {
    if (event.shiftKey && (event.target as Element).closest(".select-box")) event.preventDefault();
  }

  document.addEventListener("keydown", onKeyDown, { signal });
  table.addEventListener("click", onClick, { signal });
  table.addEventListener("mousedown", onMouseDown, { signal });
  // Announces these keys to assistive technology.
  table.setAttribute("aria-keyshortcuts", "J K X E");
};

/** The control that unchecks all boxes of a table, if any is checked (selection.tsx). */
function clearOf(table: HTMLElement): HTMLElement | null {
  if (!table.querySelector(`input[name="${SELECTED}"]:checked`)) return null;
  return table.closest(".selectable")?.querySelector("[data-clear]") ?? null;
}
