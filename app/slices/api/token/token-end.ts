import { dayAfter } from "#app/core/lib/calendar-day.ts";
import type { TokenEnd } from "./token-ends.ts";

/** The last day of a token is at most this many days away. */
const MAX_DAYS = 366;

/** The first and the last day that may be selected, as ISO 8601. @param today ISO 8601 */
export const selectableDays = (today: string) => ({ first: today, last: dayAfter(today, MAX_DAYS) });

/**
 * The last day of a token, as ISO 8601; null if the selected day is not allowed.
 * @param selected.lastDay is read only if `ends` is "day"
 */
export function lastDayOf(
  { ends, lastDay }: { ends: TokenEnd; lastDay?: string | undefined },
  today: string,
): string | null {
  if (ends !== "day") return dayAfter(today, Number(ends));
  const { first, last } = selectableDays(today);
  return lastDay !== undefined && lastDay >= first && lastDay <= last ? lastDay : null;
}
