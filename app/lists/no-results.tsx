import { useI18n } from "#app/i18n/use-i18n.ts";
import { ButtonLink } from "#app/ui/button.tsx";

/** Shown for an empty list, and for a search without results, with a link to clear the search. */
export function NoResults({ term, empty, clearTo }: { term: string; empty: string; clearTo: string }) {
  const { t } = useI18n();
  return (
    <div className="flex flex-col items-center gap-3 py-16 text-center">
      <p className="font-serif text-xl font-semibold">{term ? t("noResults") : empty}</p>
      {term && (
        <ButtonLink variant="secondary" to={clearTo}>
          {t("clearSearch")}
        </ButtonLink>
      )}
    </div>
  );
}
