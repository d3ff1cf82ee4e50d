import type { TFunction } from "i18next";

/** The text with the number of a search's results. @param atLeast whether counting stopped at a limit */
export function resultCount(
  t: TFunction,
  { term, count, atLeast }: { term: string; count: number; atLeast: boolean },
): string {
  return atLeast ? t("list.manyResults", { limit: count, term }) : t("list.results", { count, term });
}
