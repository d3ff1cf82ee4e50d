import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { Button, buttonLook } from "#app/core/ui/button.tsx";
import { Icon } from "#app/core/ui/icon.tsx";
import "./filters.css";

/** An active filter: its text, and its search parameters. */
export interface SetFilter {
  label: string;
  parameters: string[];
}

const PANEL = "filters";

/**
 * The filters of a list's form, next to the search field: a button that shows their fields in a popover (which needs no
 * script), and each active filter as a link that removes it.
 */
export function Filters({
  set,
  children,
}: {
  set: SetFilter[];
  /** The fields: FilterSelect, DayRangeFields. */
  children: ReactNode;
}) {
  const { t } = useI18n();
  const { search } = useLocation();
  const without = (names: string[]) => {
    const parameters = new URLSearchParams(search);
    for (const name of [...names, "after"]) parameters.delete(name);
    return { search: `?${parameters}` };
  };
  return (
    <>
      <button
        type="button"
        popoverTarget={PANEL}
        className={`filter-button ${buttonLook({ variant: "secondary" })}`}
      >
        <Icon name="list-filter" className="size-4" />
        <span>{t("manager:list.filter")}</span>
      </button>
      <fieldset id={PANEL} popover="auto" className="filter-panel">
        {children}
        <Button type="submit">{t("manager:list.applyFilters")}</Button>
      </fieldset>
      {set.length > 0 && (
        <ul className="filters-set">
          {set.map(({ label, parameters }) => (
            <li key={parameters.join()}>
              <Link to={without(parameters)}>
                <span className="sr-only">{t("manager:list.removeFilter")}</span>
                <bdi>{label}</bdi>
                <Icon name="x" className="size-4" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
