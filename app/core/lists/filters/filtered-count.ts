import type { TFunction } from "i18next";
import { resultCount } from "#app/core/lists/result-count.ts";

/** The text with the number of results of the manager's filters, with or without a search term. */
export function filteredCount(t: TFunction, term: string, count: number, atLeast: boolean): string {
  if (term !== "") return resultCount(t, { term, count, atLeast });
  return atLeast ? t("manager:list.manyFound", { limit: count }) : t("manager:list.found", { count });
}
