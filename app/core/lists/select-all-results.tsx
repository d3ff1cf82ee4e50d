import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { ALL_RESULTS } from "./chosen.ts";

/** Chooses all results of the list, also those of its other pages, for what is asked about then. @param count how many they are */
export function SelectAllResults({ count }: { count: number }) {
  const { t } = useI18n();
  return (
    <label className="select-results">
      <input type="checkbox" name={ALL_RESULTS} value={count} />
      <span>{t("selection:allResults", { count })}</span>
    </label>
  );
}
