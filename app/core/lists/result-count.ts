import type { TFunction } from "i18next";

/** How many results a search has, in words. @param atLeast whether there may be more than were counted */
export function resultCount(
  t: TFunction,
  { term, count, atLeast }: { term: string; count: number; atLeast: boolean },
): string {
  return atLeast ? t("list.manyResults", { limit: count, term }) : t("list.results", { count, term });
}
