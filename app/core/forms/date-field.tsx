import { type ComponentType, lazy, Suspense, useEffect, useRef, useState } from "react";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import type { CalendarProps } from "#app/core/ui/calendar.tsx";
import { Modal } from "#app/core/ui/dialog/dialog.tsx";
import { Icon } from "#app/core/ui/icon.tsx";
import { Spinner } from "#app/core/ui/spinner.tsx";
import { FieldLabel } from "./field-label.tsx";
import { FieldErrors } from "./text-field.tsx";
import { type FormField, inputProps } from "./use-form-result.ts";

const Calendar = lazy<ComponentType<CalendarProps>>(() =>
  import("#app/core/ui/calendar.tsx").catch(() => ({ default: NativeDate })),
);

/**
 * A labelled date: a calendar in the reader's language, or the browser's own date field until script runs.
 * Sends ISO 8601 ("2026-11-21") either way.
 */
export function DateField({
  field,
  label,
  hint,
  isRequired,
  min,
  max,
}: {
  field: FormField;
  label: string;
  hint?: string;
  /** Whether to mark it as required. The schema decides whether it is. */
  isRequired?: boolean;
  /** The earliest date that can be selected, as ISO 8601. */
  min?: string;
  /** The latest date that can be selected, as ISO 8601. */
  max?: string;
}) {
  const { t, i18n } = useI18n();
  const [value, setValue] = useState(field.initialValue);
  const [answer, setAnswer] = useState(field.answer);
  /** A day that the server has filled in, announced to screen readers. */
  const [filledIn, setFilledIn] = useState("");
  if (answer !== field.answer) {
    setAnswer(field.answer);
    setValue(field.initialValue);
    setFilledIn(field.initialValue === value ? "" : field.initialValue);
  }
  const native = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const [scripted, setScripted] = useState(false);
  useEffect(() => {
    // Keeps a date that was entered before script ran.
    if (native.current) setValue(native.current.value);
    setScripted(true);
  }, []);
  const [opened, setOpened] = useState(false);
  const hintId = hint && `${field.id}-hint`;
  const box = "min-h-12 w-full rounded-lg border border-edge bg-paper px-3.5 py-2";
  const labelId = `${field.id}-label`;
  return (
    <div>
      <FieldLabel id={labelId} htmlFor={field.id} isRequired={isRequired}>
        {label}
      </FieldLabel>
      {scripted ? (
        <div className="relative">
          <input type="hidden" name={field.name} value={value} />
          <button
            ref={opener}
            type="button"
            id={field.id}
            aria-haspopup="dialog"
            aria-labelledby={`${labelId} ${field.id}`}
            data-invalid={field.errors ? "" : undefined}
            aria-describedby={[field.errors && field.errorId, hintId].filter(Boolean).join(" ") || undefined}
            onClick={() => setOpened(true)}
            className={`${box} flex cursor-pointer items-center gap-3 pe-12 text-start ${value ? "" : "print:hidden"} ${field.errors ? "border-danger" : ""}`}
          >
            <Icon name="calendar-days" className="size-5 shrink-0 text-quiet" />
            <span>{dateInWords(value, i18n.language) ?? t("date.pick")}</span>
          </button>
          {value && (
            <button
              type="button"
              aria-label={t("date.clear")}
              onClick={() => {
                setValue("");
                setFilledIn("");
                opener.current?.focus();
              }}
              className="absolute end-0.5 top-0.5 flex size-11 cursor-pointer items-center justify-center rounded-lg text-quiet hover:text-ink print:hidden"
            >
              <Icon name="x" className="size-5" />
            </button>
          )}
          {opened && (
            <Modal
              label={t("date.pick")}
              closedby="any"
              onClose={() => setOpened(false)}
              className="max-w-md sm:w-88"
            >
              <div className="p-4 phone:py-0">
                <Suspense fallback={<Spinner label={t("loading")} />}>
                  <Calendar
                    value={value}
                    min={min}
                    max={max}
                    onChoose={(day) => {
                      setValue(day);
                      setOpened(false);
                    }}
                  />
                </Suspense>
              </div>
            </Modal>
          )}
        </div>
      ) : (
        <input
          ref={native}
          {...inputProps(field, hintId)}
          required={isRequired}
          type="date"
          min={min}
          max={max}
          className={box}
        />
      )}
      <output className="sr-only">{dateInWords(filledIn, i18n.language)}</output>
      {hint && (
        <p id={hintId} className="mt-1 text-sm text-quiet">
          {hint}
        </p>
      )}
      <FieldErrors id={field.errorId} errors={field.errors} />
    </div>
  );
}

/** The browser's own date field, for when the calendar's script fails to load. */
function NativeDate({ value, min, max, onChoose }: CalendarProps) {
  const { t } = useI18n();
  return (
    <input
      type="date"
      aria-label={t("date.pick")}
      min={min}
      max={max}
      defaultValue={value}
      onBlur={(event) => onChoose(event.currentTarget.value)}
      className="min-h-12 w-full rounded-lg border border-edge bg-paper px-3.5 py-2"
    />
  );
}

/** A day in full, in the reader's language; null for text that isn't a date, which a refused form may send back. */
function dateInWords(day: string, language: string): string | null {
  if (Number.isNaN(Date.parse(day))) return null;
  return new Intl.DateTimeFormat(language, { dateStyle: "full", timeZone: "UTC" }).format(new Date(day));
}
