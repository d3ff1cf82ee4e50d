import { type MouseEvent, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { useLocation, useNavigationType } from "react-router";
import { focusHeading } from "#app/core/client/use-heading-focus.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { ButtonLink } from "#app/core/ui/button.tsx";
import { showToast } from "#app/core/ui/toast-store.ts";
import { useHydrated } from "#app/core/ui/use-hydrated.ts";
import { CHOSEN, MAX_CHOSEN } from "./chosen.ts";
import "./selection.css";

/** The form that the boxes of a list belong to, wherever they are. It is beside the list, so that no form is in another. */
export const CHOSEN_FORM = "chosen-rows";

/** The ids of the chosen rows by history entry, so that Back finds them chosen. */
const kept = new Map<string, string[]>();

/** How many rows are chosen in the list in sight, or were in the one before, if that is of the same page. */
let latest = 0;

const BOXES = `input[name="${CHOSEN}"]`;
const boxesIn = (element: Element | null | undefined) => [
  ...(element?.querySelectorAll<HTMLInputElement>(BOXES) ?? []),
];

/**
 * A list whose rows can be chosen, and the bar with what can be done with those that are. The bar is at the bottom of
 * the screen while any row is chosen, so that the list does not move under the pointer. CSS shows it, without script.
 */
export function Selectable({
  bar,
  clearTo,
  children,
}: {
  /** The form with the id CHOSEN_FORM. */
  bar: ReactNode;
  /** The URL of the page with nothing chosen. */
  clearTo: string;
  /** The list, with boxes. */
  children: ReactNode;
}) {
  const { t } = useI18n();
  const list = useRef<HTMLDivElement>(null);
  const [count, setCount] = useState(0);
  const [isCleared, setCleared] = useState(false);
  const { key, pathname } = useLocation();
  const isNew = useNavigationType() === "PUSH";
  const recount = useCallback(() => {
    const chosen = boxesIn(list.current).filter(({ checked }) => checked);
    if (chosen.length > 0 || kept.has(key)) {
      kept.set(
        key,
        chosen.map(({ value }) => value),
      );
    }
    latest = chosen.length;
    setCount(latest);
    if (latest > 0) setCleared(false);
  }, [key]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each list
  useEffect(() => {
    // Another order or filter is another list, which may not have the rows: the choice would go on out of sight.
    if (isNew && latest > 0 && !kept.has(key)) showToast("info", t("selection:cleared", { count: latest }));
    const before = kept.get(key);
    for (const box of boxesIn(list.current)) {
      if (!box.checked && before?.includes(box.value)) box.click();
    }
    // Boxes may also be checked before script runs.
    recount();
    // Rows come and go with their boxes.
    const observer = new MutationObserver(recount);
    if (list.current) observer.observe(list.current, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      if (window.location.pathname !== pathname) latest = 0;
    };
  }, [key, recount]);
  // Afterwards: what takes its place may focus something of its own.
  useEffect(() => () => queueMicrotask(focusHeadingIfLost), []);
  const clear = (event: MouseEvent<HTMLElement>) => {
    event.preventDefault();
    const chosen = boxesIn(list.current).filter(({ checked }) => checked);
    // The bar goes, and the link with it.
    if (event.currentTarget.contains(document.activeElement)) chosen[0]?.focus({ preventScroll: true });
    for (const box of chosen) box.click();
    setCleared(true);
  };
  return (
    <div
      className="selectable"
      onChange={recount}
      onSubmitCapture={(event) => {
        if (count <= MAX_CHOSEN) return;
        event.preventDefault();
        event.stopPropagation();
        showToast("error", t("selection:tooMany", { limit: MAX_CHOSEN }));
      }}
    >
      <div ref={list}>{children}</div>
      <section
        aria-label={t("selection:title")}
        className="selection-bar rounded-xl border border-edge bg-sheet p-3 shadow-sheet print:hidden"
      >
        <p className="font-medium">{count > 0 ? t("selection:count", { count }) : t("selection:title")}</p>
        {bar}
        <ButtonLink variant="quiet" to={clearTo} replace preventScrollReset data-clear onClick={clear}>
          {t("selection:clear")}
        </ButtonLink>
      </section>
      <p role="status" className="sr-only">
        {count > 0 ? t("selection:count", { count }) : isCleared && t("selection:nothing")}
      </p>
    </div>
  );
}

/** An action takes rows and the bar away, with what had the focus: it goes on at the heading. */
function focusHeadingIfLost() {
  if (document.activeElement === document.body) focusHeading();
}

/** Chooses a row. */
export function SelectBox({
  id,
  name,
  describedBy,
  isChosen = false,
}: {
  id: string;
  /** What the row is called. */
  name: string;
  /** The id of what tells it from rows of the same name. */
  describedBy?: string;
  isChosen?: boolean;
}) {
  const { t } = useI18n();
  return (
    <label className="select-box">
      <input
        type="checkbox"
        name={CHOSEN}
        value={id}
        form={CHOSEN_FORM}
        defaultChecked={isChosen}
        aria-label={t("selection:row", { name })}
        aria-describedby={describedBy}
      />
    </label>
  );
}

/** Chooses every row of its table that is on the page, or none. It needs script, so it is not there without. */
export function SelectAll() {
  const { t } = useI18n();
  const isHydrated = useHydrated();
  const all = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const table = all.current?.closest("table");
    if (!isHydrated || !table) return;
    const show = () => {
      const boxes = boxesIn(table);
      const chosen = boxes.filter(({ checked }) => checked).length;
      if (!all.current) return;
      all.current.checked = chosen > 0 && chosen === boxes.length;
      all.current.indeterminate = chosen > 0 && chosen < boxes.length;
    };
    show();
    table.addEventListener("change", show);
    // Load more appends rows.
    const observer = new MutationObserver(show);
    observer.observe(table, { childList: true, subtree: true });
    return () => {
      table.removeEventListener("change", show);
      observer.disconnect();
    };
  }, [isHydrated]);
  if (!isHydrated) return null;
  return (
    <label className="select-box">
      <input
        ref={all}
        type="checkbox"
        aria-label={t("selection:all")}
        onChange={({ currentTarget }) => {
          for (const box of boxesIn(currentTarget.closest("table"))) box.checked = currentTarget.checked;
        }}
      />
    </label>
  );
}
