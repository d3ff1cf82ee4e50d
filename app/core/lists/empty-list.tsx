import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { Badge } from "#app/core/ui/badge.tsx";
import { ButtonLink } from "#app/core/ui/button.tsx";
import { EmptyState } from "#app/core/ui/empty-state.tsx";
import { Icon } from "#app/core/ui/icon.tsx";
import { useListStatus } from "./list-status.tsx";

/**
 * In place of a list of the manager without items. After a search or with a filter it says what was asked for and leads to the
 * whole list; otherwise it leads to the form for the first item.
 */
export function EmptyList({
  term = "",
  filters = [],
  empty,
  description,
  add = null,
  clearTo,
}: {
  /** The search term; "" for none. */
  term?: string;
  /** The filters that are set, each in words. */
  filters?: string[];
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
  const asked = term ? [term, ...filters] : filters;
  if (asked.length === 0) {
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
      {filters.length > 0 && (
        <ul className="flex max-w-full flex-wrap justify-center gap-2">
          {asked.map((filter) => (
            <li key={filter} className="max-w-full wrap-anywhere">
              <Badge tone="accent">
                <bdi className="whitespace-normal">{filter}</bdi>
              </Badge>
            </li>
          ))}
        </ul>
      )}
      <ButtonLink variant="secondary" to={clearTo}>
        {filters.length > 0 ? t("manager:list.showAll") : t("clearSearch")}
      </ButtonLink>
    </EmptyState>
  );
}
