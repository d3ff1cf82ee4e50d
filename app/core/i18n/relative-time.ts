import { DAY, HOUR, MINUTE } from "#app/core/lib/durations.ts";
import { relativeTimeFormat } from "./formats.ts";

/**
 * The units with their length in milliseconds; each is used for distances of at least this length. Months and
 * years have their average length.
 */
const UNITS = [
  ["year", 365.25 * DAY],
  ["month", 30.44 * DAY],
  ["day", DAY],
  ["hour", HOUR],
  ["minute", MINUTE],
] as const;

/**
 * A time relative to now: "3 hours ago", "in 29 days", or "now" if less than a minute away. Both times are in
 * milliseconds.
 */
export function relativeTime(time: number, now: number, language: string): string {
  const format = relativeTimeFormat(language);
  const distance = time - now;
  for (const [unit, length] of UNITS) {
    if (Math.abs(distance) >= length) return format.format(Math.trunc(distance / length), unit);
  }
  return format.format(0, "second");
}
