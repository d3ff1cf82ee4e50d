import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { ButtonLink } from "#app/core/ui/button.tsx";
import { EmptyState } from "#app/core/ui/empty-state.tsx";
import { Icon } from "#app/core/ui/icon.tsx";
import { useListStatus } from "./list-status.tsx";

/**
 * In place of a list of the manager without items. After a search or with a filter it leads to the whole list; otherwise it leads
 * to the form for the first item.
 */
export function EmptyList({
  term = "",
  isFiltered = false,
  empty,
  description,
  add = null,
  clearTo,
}: {
  /** The search term; "" for none. */
  term?: string;
  /** Whether a filter is set, which the list says above (Filters). */
  isFiltered?: boolean;
  /** Said where nothing was asked for. */
  empty: string;
  /** Said below that. */
  description?: string;
  /** The form for an item, for those who may add one. */
  add?: { to: string; label: string } | null;
  /** The whole list. */
  clearTo: string;
}) {
  const { t } = useI18n();
  const noResults = t("noResults");
  useListStatus(noResults);
  if (term === "" && !isFiltered) {
    return (
      <EmptyState title={empty} {...(description && { description })}>
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
