import { useI18n } from "#app/i18n/use-i18n.ts";
import { ButtonLink } from "#app/ui/button.tsx";

/** What an empty list shows, and a search without results, which can be cleared. */
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
