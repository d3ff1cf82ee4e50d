import type { SubmissionResult } from "@conform-to/react";
import { useEffect, useId, useRef } from "react";
import type { FieldValues } from "#app/core/db/written.ts";

/** A form field, as its input needs it. */
export interface FormField {
  id: string;
  name: string;
  /** The initial value of the input: the refused input, or the stored value. */
  initialValue: string;
  errorId: string;
  errors: string[] | undefined;
  /** The result that the value comes from. Each new result sets the value again, even to the same value. */
  answer?: FormResult | undefined;
}

/**
 * An action's result. `current`: the row's current values, if somebody else has changed it since the form was opened.
 */
export type FormResult = SubmissionResult & { current?: FieldValues | undefined };

/**
 * The values and errors of a form, after its action has answered. Focuses the first invalid field.
 *
 * The server parses and validates with conform. The browser validates nothing, and no form has a list of
 * fields that grows. So this is all that we need of conform's own hook, and each page with a form weighs 8 KB
 * less (docs/decisions/0007).
 */
export function useFormResult(lastResult: FormResult | undefined, values: FieldValues = {}) {
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  useEffect(() => {
    if (lastResult?.error) form.current?.querySelector<HTMLElement>("[data-invalid]")?.focus();
  }, [lastResult]);

  const errors = lastResult?.error?.[""] ?? undefined;
  const errorId = `${id}-error`;
  return {
    /** Props of the form element. */
    props: { id, ref: form, noValidate: true, "aria-describedby": errors ? errorId : undefined },
    id,
    /** Errors of the form as a whole. */
    errors,
    errorId,
    /** The stored values, for `OriginalValuesField`. */
    values,
    /** The values that a refused form showed, as JSON, for `OriginalValuesField`. */
    original: originalIn(lastResult),
    /** The row's current values, if somebody else has changed it since the form was opened. */
    current: lastResult?.current,
    field(name: string): FormField {
      const sent = lastResult?.initialValue?.[name];
      return {
        id: `${id}-${name}`,
        name,
        initialValue: typeof sent === "string" ? sent : lastResult ? "" : textOf(values[name]),
        errorId: `${id}-${name}-error`,
        errors: lastResult?.error?.[name] ?? undefined,
        answer: lastResult,
      };
    },
  };
}

/** The values that a refused form is now based on: somebody else's newer values, or those that it showed before. */
function originalIn(lastResult: FormResult | undefined): string | undefined {
  if (lastResult?.current) return JSON.stringify(lastResult.current);
  const sent = lastResult?.initialValue?.original;
  return typeof sent === "string" ? sent : undefined;
}

/** A value as the string in its input. */
export function textOf(value: FieldValues[string] | undefined): string {
  if (typeof value === "boolean") return value ? "on" : "";
  return String(value ?? "");
}

/** Props of a field's input. `hintId` is the id of another element that describes it. */
export function inputProps({ id, name, initialValue, errorId, errors }: FormField, hintId?: string) {
  const described = [errors && errorId, hintId].filter(Boolean).join(" ");
  return {
    id,
    name,
    defaultValue: initialValue,
    "aria-invalid": errors ? true : undefined,
    "data-invalid": errors ? "" : undefined,
    "aria-describedby": described || undefined,
  };
}
