import type { ReactNode } from "react";
import "./file-field.css";
import { FieldLabel } from "./field-label.tsx";
import { FieldErrors } from "./text-field.tsx";
import { type FormField, inputProps } from "./use-form-result.ts";

/** A field that takes a required file. A browser fills in none: a refused form asks for the file again. */
export function FileField({
  field,
  label,
  accept,
  hintId,
  autoFocus = false,
  onChoose,
  children,
}: {
  field: FormField;
  label: string;
  /** What the browser offers to choose, as media types or the ends of names. */
  accept: string;
  /** The id of an element that describes it. */
  hintId: string;
  autoFocus?: boolean;
  /** Gets the chosen file; null if there is none any more. */
  onChoose?: (file: File | null) => void;
  /** Between the field and its errors. */
  children?: ReactNode;
}) {
  const { defaultValue, ...props } = inputProps(field, hintId);
  return (
    <div>
      <FieldLabel htmlFor={field.id} isRequired>
        {label}
      </FieldLabel>
      <input
        {...props}
        type="file"
        required
        // biome-ignore lint/a11y/noAutofocus: the first field of a form's page has the focus, as everywhere
        autoFocus={autoFocus}
        accept={accept}
        onChange={({ target }) => onChoose?.(target.files?.[0] ?? null)}
        className="file-input rounded-lg border border-edge bg-paper aria-invalid:border-danger"
      />
      {children}
      <FieldErrors id={field.errorId} errors={field.errors} />
    </div>
  );
}
