import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { FilterSelect, SearchForm } from "#app/core/lists/search/search-form.tsx";
import { Button } from "#app/core/ui/button.tsx";
import { Choices } from "./choices.tsx";
import { type FilterOf, filtersOf, type Listing, type OrderOf, ordersOf } from "./listing.ts";

/** A filter, with the labels that the page shows. */
interface FilterInWords {
  label: string;
  options: { value: string; label: string }[];
}

/**
 * The search field of a list, with a select for each filter. They apply immediately; without script, a button
 * applies them.
 */
export function ListSearchForm<Of extends Listing>({
  listing,
  asked: { term, filters: set },
  action,
  filters,
  children,
}: {
  listing: Of;
  /** The search term and the filters of the list. */
  asked: { term: string; filters: Readonly<Record<string, string>> };
  /** The path of the list. */
  action: string;
  filters: Record<FilterOf<Of>, FilterInWords>;
  /** Further fields of the same form. */
  children?: ReactNode;
}) {
  const { t } = useI18n();
  const names = filtersOf(listing);
  return (
    <SearchForm term={term} action={action}>
      {children}
      {names.map((name) => (
        <FilterSelect
          key={name}
          name={name}
          label={filters[name].label}
          all={t("filterAll", { label: filters[name].label })}
          options={filters[name].options}
          selected={set[name] ?? ""}
        />
      ))}
      {names.length > 0 && (
        <Button type="submit" variant="secondary">
          {t("search")}
        </Button>
      )}
    </SearchForm>
  );
}

/** Links to the same list in each of its orders. The search and the filters stay. */
export function ListOrders<Of extends Listing>({
  listing,
  sort,
  label,
  words,
}: {
  listing: Of;
  /** The current order. */
  sort: string;
  /** The name of the links for screen readers. */
  label: string;
  words: (order: OrderOf<Of>) => string;
}) {
  const { pathname, search } = useLocation();
  const choices = ordersOf(listing).map((order) => {
    const parameters = new URLSearchParams(search);
    parameters.delete("after");
    parameters.set("sort", order);
    return { to: `${pathname}?${parameters}`, label: words(order), isCurrent: order === sort };
  });
  return <Choices label={label} choices={choices} />;
}
