import { numberFormat, unitFormat } from "#app/core/i18n/formats.ts";
import { HOUR, MINUTE } from "#app/core/lib/durations.ts";
import type { Reading } from "./health-check.ts";

/** Formats an amount: a number, bytes, or a duration in milliseconds. @param language a language of locales/ */
export function formatAmount(language: string): (kind: Reading["kind"], amount: number) => string {
  return (kind, amount) => {
    switch (kind) {
      case "count":
        return numberFormat(language).format(amount);
      case "bytes":
        return unitFormat(language, "megabyte").format(amount / 1_000_000);
      case "duration":
      case "age":
        return amount > 0 && amount % HOUR === 0
          ? unitFormat(language, "hour").format(amount / HOUR)
          : unitFormat(language, "minute").format(Math.round(amount / MINUTE));
      default:
        return kind satisfies never;
    }
  };
}
