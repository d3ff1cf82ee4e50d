import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLocation, useNavigationType } from "react-router";
import { focusHeading } from "#app/core/client/use-heading-focus.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { loadOptional } from "#app/core/lib/load-optional.ts";
import { ButtonLink } from "#app/core/ui/button.tsx";
import { MAX_SELECTED, SELECTED } from "./selected-rows.ts";
import "./selection.css";

/**
 * The form that a list's checkboxes belong to, wherever they are. It is next to the list, so that forms are not nested.
 */
export const SELECTION_FORM = "selected-rows";

/**
 * A list with selectable rows, and the bar with the actions for the selected ones. The bar is at the bottom of the
 * screen while any row is selected, so that the list does not move under the pointer. CSS shows it, without script.
 */
export function Selectable({
  bar,
  clearTo,
  children,
}: {
  /** The form with the id SELECTION_FORM. */
  bar: ReactNode;
  /** The URL of the page with nothing selected. */
  clearTo: string;
  /** The list, with checkboxes. */
  children: ReactNode;
}) {
  const { t } = useI18n();
  const root = useRef<HTMLDivElement>(null);
  const [{ count, isCleared }, setSelection] = useState({ count: 0, isCleared: false });
  const { key } = useLocation();
  const isNew = useNavigationType() === "PUSH";
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each list
  useEffect(() => {
    let stop = () => {};
    let isGone = false;
    const words = {
      cleared: (count: number) => t("selection:cleared", { count }),
      tooMany: t("selection:tooMany", { limit: MAX_SELECTED }),
    };
    const onCount = (count: number, isCleared: boolean) =>
      setSelection((before) => ({ count, isCleared: count === 0 && (isCleared || before.isCleared) }));
    loadOptional(() => import("./follow-selection.ts")).then(
      ({ followSelection }) => {
        if (!isGone && root.current) stop = followSelection(root.current, { key, isNew, words, onCount });
      },
      // Rows can be selected without the script.
      () => {},
    );
    return () => {
      isGone = true;
      stop();
    };
  }, [key]);
  // The focus moves a little later, because the content that replaces the list may focus something itself.
  useEffect(() => () => queueMicrotask(focusHeadingIfLost), []);
  return (
    <div ref={root} className="selectable">
      <div>{children}</div>
      <section
        aria-label={t("selection:title")}
        className="selection-bar rounded-xl border border-edge bg-sheet p-3 shadow-sheet print:hidden"
      >
        <p className="font-medium">{count > 0 ? t("selection:count", { count }) : t("selection:title")}</p>
        <ButtonLink variant="quiet" to={clearTo} replace preventScrollReset data-clear>
          {t("selection:clear")}
        </ButtonLink>
        {bar}
      </section>
      <p role="status" className="sr-only">
        {count > 0 ? t("selection:count", { count }) : isCleared && t("selection:nothing")}
      </p>
    </div>
  );
}

/** An action removes rows and the bar, and the focused element with them, so the focus moves to the heading. */
function focusHeadingIfLost() {
  if (document.activeElement === document.body) focusHeading();
}

/** The checkbox that selects a row. */
export function SelectBox({
  id,
  name,
  describedBy,
  isSelected = false,
}: {
  id: string;
  /** The row's name. */
  name: string;
  /** The id of the element that distinguishes the row from others with the same name. */
  describedBy?: string;
  isSelected?: boolean;
}) {
  const { t } = useI18n();
  return (
    <label className="select-box">
      <input
        type="checkbox"
        name={SELECTED}
        value={id}
        form={SELECTION_FORM}
        defaultChecked={isSelected}
        aria-label={t("selection:row", { name })}
        aria-describedby={describedBy}
      />
    </label>
  );
}

/**
 * The checkbox that selects or deselects every row of a Selectable on the page. It stays hidden until its script
 * (follow-selection.ts) has loaded.
 */
export function SelectAll() {
  const { t } = useI18n();
  return (
    <label className="select-box">
      <input type="checkbox" data-select-all aria-label={t("selection:all")} />
    </label>
  );
}
