import type { RouterContextProvider } from "react-router";
import { i18nContext, platformContext } from "#app/context.ts";
import { day } from "#app/core/forms/fields.ts";
import { dayInWords } from "#app/core/i18n/time-in-words.server.ts";
import { dayAfter, startOfDay } from "#app/core/lib/calendar-day.ts";

/** The days that a list is limited to, as its form sends them: ISO 8601, "" for no limit. */
export interface DayRange {
  from: string;
  to: string;
  /** The same in the reader's words, if they limit anything. */
  words?: { from: string; to: string };
  /** What is wrong with them, in the reader's language. The list is not limited then. */
  error: string | null;
}

/** The limits as times. Milliseconds since 1970; null for no limit. */
interface TimeRange {
  from: number | null;
  before: number | null;
}

/**
 * Reads the days from the search parameters `from` and `to`. Both days are included. A day begins and ends in the
 * reader's time zone.
 */
export function readDayRange(
  url: URL,
  context: Readonly<RouterContextProvider>,
): { days: DayRange; times: TimeRange } {
  const { t } = context.get(i18nContext);
  const { timeZone } = context.get(platformContext);
  const [from, to] = ["from", "to"].map((name) => (url.searchParams.get(name) ?? "").trim().slice(0, 40));
  const days = { from: from ?? "", to: to ?? "" };
  const refused = (error: string) => ({
    days: { ...days, error },
    times: { from: null, before: null },
  });
  const isDay = (text: string) => text === "" || day().safeParse(text).success;
  if (!isDay(days.from) || !isDay(days.to)) return refused(t("validation:invalid"));
  const start = days.from === "" ? null : startOfDay(days.from, timeZone);
  const end = days.to === "" ? null : startOfDay(dayAfter(days.to), timeZone);
  if (start !== null && end !== null && start >= end) return refused(t("manager:errors.daysOrder"));
  const inWords = dayInWords(context);
  const found = { days: { ...days, error: null }, times: { from: start, before: end } };
  if (start === null && end === null) return found;
  const words = {
    from: start === null ? "" : inWords(start),
    to: days.to === "" ? "" : inWords(startOfDay(days.to, timeZone)),
  };
  return { ...found, days: { ...found.days, words } };
}

/** The days that do limit the list; "" for none. */
export const limitsOf = ({ from, to, error }: DayRange): Pick<DayRange, "from" | "to"> =>
  error === null ? { from, to } : { from: "", to: "" };
