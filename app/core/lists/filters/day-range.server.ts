import type { RouterContextProvider } from "react-router";
import { i18nContext, platformContext } from "#app/context.ts";
import { day } from "#app/core/forms/fields.ts";
import { dayFormatter } from "#app/core/i18n/time-formatter.server.ts";
import { dayAfter, startOfDay } from "#app/core/lib/calendar-day.ts";

/** The range of days that limits a list, as its form sends it: ISO 8601, "" for no limit. */
export interface DayRange {
  from: string;
  to: string;
  /** The days in the reader's language, if they limit anything. */
  words?: { from: string; to: string };
  /** The error message, in the reader's language; the list is then not limited. Null if the days are valid. */
  error: string | null;
}

/** The limits as times. Milliseconds since 1970; null for no limit. */
interface TimeRange {
  from: number | null;
  before: number | null;
}

/**
 * Reads the days from the search parameters `from` and `to`. Both days are included. A day starts and ends in the
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
  const inWords = dayFormatter(context);
  const found = { days: { ...days, error: null }, times: { from: start, before: end } };
  if (start === null && end === null) return found;
  const words = {
    from: start === null ? "" : inWords(start),
    to: days.to === "" ? "" : inWords(startOfDay(days.to, timeZone)),
  };
  return { ...found, days: { ...found.days, words } };
}

/** The days if they are valid; otherwise "" for both. */
export const limitsOf = ({ from, to, error }: DayRange): Pick<DayRange, "from" | "to"> =>
  error === null ? { from, to } : { from: "", to: "" };
