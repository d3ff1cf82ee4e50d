import type { ParsedForm } from "#app/core/forms/form.server.ts";

/** The lengths of a ban that the form offers, in days (docs/product.md, Numbers). */
export const BAN_DAYS = [1, 7, 30] as const;

/** The name of the buttons that fill in the end of a ban. */
export const DAYS = "days";

/** The length of a ban in days, if a button with the name `DAYS` was pressed. */
export function daysOfButton({ submission }: Pick<ParsedForm<unknown>, "submission">): number | null {
  return BAN_DAYS.find((days) => String(days) === submission.payload[DAYS]) ?? null;
}
