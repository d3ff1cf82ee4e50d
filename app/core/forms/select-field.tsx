import { FieldLabel } from "./field-label.tsx";
import { FieldErrors } from "./text-field.tsx";
import { type FormField, inputProps } from "./use-form-result.ts";

/** A labelled select: the browser's own, which works with a keyboard and without script. */
export function SelectField({
  field,
  label,
  isRequired,
  empty,
  options,
}: {
  field: FormField;
  label: string;
  /** Whether to mark it as required. The schema decides whether it is. */
  isRequired?: boolean;
  /** The label of the empty option, if there is one. */
  empty?: string | undefined;
  options: { value: string; label: string }[];
}) {
  return (
    <div>
      <FieldLabel htmlFor={field.id} isRequired={isRequired}>
        {label}
      </FieldLabel>
      <select
        {...inputProps(field)}
        aria-required={isRequired}
        className="min-h-12 w-full rounded-lg border border-edge bg-paper ps-3 pe-8 py-2 aria-invalid:border-danger"
      >
        {empty !== undefined && <option value="">{empty}</option>}
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <FieldErrors id={field.errorId} errors={field.errors} />
    </div>
  );
}
