import type { SubmissionResult } from "@conform-to/react";
import { useEffect, useId, useRef } from "react";

/** A field of a form, as its input needs it. */
export interface FormField {
  id: string;
  name: string;
  /** What it holds at first: what was sent and refused, or what is there already. */
  initialValue: string;
  errorId: string;
  errors: string[] | undefined;
}

/**
 * A form after its action's answer: what it holds, and what is wrong with it. The focus goes to the first field that is
 * at fault.
 *
 * The server parses and checks with conform; in the browser nothing is checked and no list grows, so that of conform's
 * own hook this is all there is to do, and each page with a form weighs 8 KB less (docs/decisions/0007).
 */
export function useFormResult(
  lastResult: SubmissionResult | undefined,
  values: Record<string, string | number | boolean | null> = {},
) {
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  useEffect(() => {
    if (lastResult?.error) form.current?.querySelector<HTMLElement>("[data-invalid]")?.focus();
  }, [lastResult]);

  const errors = lastResult?.error?.[""] ?? undefined;
  const errorId = `${id}-error`;
  return {
    /** For the form element. */
    props: { id, ref: form, noValidate: true, "aria-describedby": errors ? errorId : undefined },
    id,
    /** What is wrong with the form as a whole. */
    errors,
    errorId,
    field(name: string): FormField {
      const sent = lastResult?.initialValue?.[name];
      return {
        id: `${id}-${name}`,
        name,
        initialValue: typeof sent === "string" ? sent : lastResult ? "" : textOf(values[name]),
        errorId: `${id}-${name}-error`,
        errors: lastResult?.error?.[name] ?? undefined,
      };
    },
  };
}

/** A value as its input holds it. */
function textOf(value: string | number | boolean | null | undefined): string {
  if (typeof value === "boolean") return value ? "on" : "";
  return String(value ?? "");
}

/** What every input tells of its field; `hintId` names what else describes it. */
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
