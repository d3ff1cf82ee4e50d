import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { ButtonLink } from "#app/core/ui/button.tsx";
import { EmptyState } from "#app/core/ui/empty-state.tsx";
import { Icon } from "#app/core/ui/icon.tsx";
import { useListStatus } from "./list-status.tsx";

/**
 * Shown when a list of the manager has no items. After a search or with a filter it links to the whole list; otherwise
 * it links to the form for the first item.
 */
export function EmptyList({
  term,
  isFiltered,
  empty,
  description,
  add,
  clearTo,
}: {
  /** The search term; "" for none. */
  term?: string;
  /** Whether a filter is active. The list shows it above (Filters). */
  isFiltered?: boolean;
  /** The message when there is neither a search nor a filter. */
  empty: string;
  /** A second message below `empty`. */
  description?: string;
  /** The link to the form for a new item, for readers who may add one. */
  add?: { to: string; label: string } | null;
  /** The path of the whole list. */
  clearTo: string;
}) {
  const { t } = useI18n();
  const noResults = t("noResults");
  useListStatus(noResults);
  if (!term && !isFiltered) {
    return (
      <EmptyState title={empty} description={description}>
        {add && (
          <ButtonLink variant="secondary" to={add.to}>
            <Icon name="plus" className="size-5" />
            <span>{add.label}</span>
          </ButtonLink>
        )}
      </EmptyState>
    );
  }
  return (
    <EmptyState title={noResults}>
      <ButtonLink variant="secondary" to={clearTo}>
        {isFiltered ? t("manager:list.showAll") : t("clearSearch")}
      </ButtonLink>
    </EmptyState>
  );
}
