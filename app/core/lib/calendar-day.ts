import { TZDate } from "@date-fns/tz";

/**
 * When a day starts in a time zone, in milliseconds since 1970.
 * @param day ISO 8601, "2026-11-21"
 * @param timeZone IANA
 */
export function startOfDay(day: string, timeZone: string): number {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new TZDate(year, month - 1, date, timeZone).getTime();
}

/**
 * A later day.
 * @param day ISO 8601
 */
export function dayAfter(day: string, days = 1): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** The day at a point in time in a time zone, as ISO 8601. */
export function dayOf(time: number, timeZone: string): string {
  // The Swedish date format is ISO 8601.
  return new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeZone }).format(time);
}
