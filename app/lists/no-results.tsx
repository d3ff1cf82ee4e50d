import { useI18n } from "#app/i18n/use-i18n.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";

/** Shown for an empty list, and for a search or a filter without results, with a link to the whole list. */
export function NoResults({
  term,
  filters = [],
  empty,
  clearTo,
}: {
  /** The search term; "" for none. */
  term: string;
  /** The filters that are set, each in words. */
  filters?: string[];
  /** Said where nothing was asked for. */
  empty: string;
  /** The whole list. */
  clearTo: string;
}) {
  const { t } = useI18n();
  const asked = term ? [term, ...filters] : filters;
  return (
    <div className="flex flex-col items-center gap-3 py-16 text-center">
      <p role="status" className="font-serif text-xl font-semibold">
        {asked.length > 0 ? t("noResults") : empty}
      </p>
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
      {asked.length > 0 && (
        <ButtonLink variant="secondary" to={clearTo}>
          {filters.length > 0 ? t("manager:list.showAll") : t("clearSearch")}
        </ButtonLink>
      )}
    </div>
  );
}
