import type { RouterContextProvider } from "react-router";
import { i18nContext, platformContext } from "#app/context.ts";
import { dayFormatter, timeFormatter } from "#app/core/i18n/time-formatter.server.ts";
import { dayOf, startOfDay } from "#app/core/lib/calendar-day.ts";

/**
 * The end of a ban in the reader's language. A ban that ends at midnight in the reader's time zone is described by its
 * last day.
 * @param until in milliseconds since 1970; null for a ban without an end
 */
export function formatBanEnd(context: Readonly<RouterContextProvider>, until: number | null): string {
  const { t } = context.get(i18nContext);
  const { timeZone } = context.get(platformContext);
  if (until === null) return t("user:ban.forever");
  const isEndOfDay = startOfDay(dayOf(until, timeZone), timeZone) === until;
  return isEndOfDay
    ? t("user:ban.through", { day: dayFormatter(context)(until - 1) })
    : t("user:ban.until", { time: timeFormatter(context)(until) });
}
