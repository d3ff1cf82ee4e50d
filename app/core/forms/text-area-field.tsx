import { FieldLabel } from "./field-label.tsx";
import { FieldErrors } from "./text-field.tsx";
import { type FormField, inputProps } from "./use-form-result.ts";

/** A labelled multi-line text field with a hint and its errors, which screen readers announce with the field. */
export function TextAreaField({
  field,
  label,
  hint,
  isRequired,
  autoFocus,
}: {
  field: FormField;
  label: string;
  hint?: string;
  /** Whether to mark it as required. The schema decides whether it is. */
  isRequired?: boolean;
  autoFocus?: boolean;
}) {
  const hintId = `${field.id}-hint`;
  return (
    <div>
      <FieldLabel htmlFor={field.id} isRequired={isRequired}>
        {label}
      </FieldLabel>
      <textarea
        {...inputProps(field, hint && hintId)}
        aria-required={isRequired}
        // biome-ignore lint/a11y/noAutofocus: the field to fill in first
        autoFocus={autoFocus}
        rows={3}
        dir="auto"
        className="w-full rounded-lg border border-edge bg-paper px-3.5 py-2.5 aria-invalid:border-danger"
      />
      {hint && (
        <p id={hintId} className="mt-1 text-sm text-quiet">
          {hint}
        </p>
      )}
      <FieldErrors id={field.errorId} errors={field.errors} />
    </div>
  );
}
