import type { TFunction } from "i18next";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { useFollowedValue } from "#app/core/lists/use-followed-value.ts";
import type { DayRange } from "./day-range.server.ts";
import type { SetFilter } from "./filters.tsx";

/** The id of the error message about the days. */
const ERROR = "days-error";

/** Two fields of a list's form that limit it to a range of days. The form also needs a DayRangeError. */
export function DayRangeFields({
  range: { from, to, error },
  labels,
}: {
  range: DayRange;
  /** Labels for a list where "From" and "To" alone would be unclear. */
  labels?: { from: string; to: string };
}) {
  const { t } = useI18n();
  const fromField = useFollowedValue<HTMLInputElement>(from);
  const toField = useFollowedValue<HTMLInputElement>(to);
  const field = (name: "from" | "to", value: string, ref: typeof fromField) => (
    <label>
      <span>{labels?.[name] ?? t(`manager:days.${name}`)}</span>
      <input
        ref={ref}
        type="date"
        name={name}
        defaultValue={value || undefined}
        {...(error !== null && { "aria-invalid": true, "aria-describedby": ERROR })}
      />
    </label>
  );
  return (
    <div className="days">
      {field("from", from, fromField)}
      {field("to", to, toField)}
    </div>
  );
}

/** The range of days as active filters; none if it limits nothing. @param labels as in DayRangeFields */
export function daysSet(
  t: TFunction,
  { words }: DayRange,
  labels?: { from: string; to: string },
): SetFilter[] {
  if (!words) return [];
  const inWords = (end: "from" | "to") =>
    words[end] && `${labels?.[end] ?? t(`manager:days.${end}`)} ${words[end]}`;
  const label = `${inWords("from")} ${inWords("to")}`.trim();
  return [{ label, parameters: ["from", "to"] }];
}

/** The error message about the days, on a separate line at the end of the form, so that no field moves. */
export function DayRangeError({ range: { error } }: { range: DayRange }) {
  if (error === null) return null;
  return (
    <p id={ERROR} role="alert" className="basis-full text-sm text-danger">
      {error}
    </p>
  );
}
