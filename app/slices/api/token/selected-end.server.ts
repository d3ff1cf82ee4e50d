import type { RouterContextProvider } from "react-router";
import { i18nContext, platformContext } from "#app/context.ts";
import { dateFormat } from "#app/core/i18n/formats.ts";
import { languageOf } from "#app/core/i18n/languages.ts";
import { dayAfter, dayOf, startOfDay } from "#app/core/lib/calendar-day.ts";
import { lastDayOf, selectableDays } from "./token-end.ts";

/**
 * When a new token expires, as selected in its form and in the sender's time zone, in milliseconds since 1970; or the
 * error of the field.
 * @param selected as in lastDayOf()
 */
export function selectedEnd(
  context: Readonly<RouterContextProvider>,
  selected: Parameters<typeof lastDayOf>[0],
): { expiresAt: number } | { field: string; message: string } {
  const { now, timeZone } = context.get(platformContext);
  const today = dayOf(now, timeZone);
  const lastDay = lastDayOf(selected, today);
  if (lastDay !== null) return { expiresAt: startOfDay(dayAfter(lastDay), timeZone) };
  const i18n = context.get(i18nContext);
  const { key } = languageOf(i18n);
  const day = dateFormat(key, { dateStyle: "medium", timeZone: "UTC" }).format(
    new Date(selectableDays(today).last),
  );
  return { field: "lastDay", message: i18n.t("token:errors.dayOutOfRange", { day }) };
}
