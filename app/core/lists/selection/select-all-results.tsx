import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { ALL_RESULTS } from "./selected-rows.ts";

/**
 * Selects all results of the list, including those of other pages. The action then asks for confirmation.
 * @param count how many results there are
 */
export function SelectAllResults({ count }: { count: number }) {
  const { t } = useI18n();
  return (
    <label className="select-results">
      <input type="checkbox" name={ALL_RESULTS} value={count} />
      <span>{t("selection:allResults", { count })}</span>
    </label>
  );
}
