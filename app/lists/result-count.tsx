import { numberFormat } from "#app/i18n/formats.ts";
import { useI18n } from "#app/i18n/use-i18n.ts";

/** How many results a search has. @param atLeast whether there may be more than were counted */
export function ResultCount({ term, count, atLeast }: { term: string; count: number; atLeast: boolean }) {
  const { t, i18n } = useI18n();
  const limit = numberFormat(i18n.language).format(count);
  return atLeast ? t("list.manyResults", { limit, term }) : t("list.results", { count, term });
}
