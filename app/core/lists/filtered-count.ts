import type { TFunction } from "i18next";
import { resultCount } from "./result-count.ts";

/** How many results a filter of the manager has, with a search term or without one. */
export function filteredCount(t: TFunction, term: string, count: number, atLeast: boolean): string {
  if (term !== "") return resultCount(t, { term, count, atLeast });
  return atLeast ? t("manager:list.manyFound", { limit: count }) : t("manager:list.found", { count });
}
