import { FieldErrors } from "./text-field.tsx";
import { type FormField, inputProps } from "./use-form-result.ts";

/** A labelled multi-line text field with a hint and its errors, which screen readers announce with the field. */
export function TextAreaField({ field, label, hint }: { field: FormField; label: string; hint?: string }) {
  const hintId = `${field.id}-hint`;
  return (
    <div>
      <label htmlFor={field.id} className="mb-1.5 block font-medium">
        {label}
      </label>
      <textarea
        {...inputProps(field, hint && hintId)}
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
