import { FieldErrors } from "./text-field.tsx";
import { type FormField, inputProps } from "./use-form-result.ts";

/** A labelled select: the browser's own, which works with a keyboard and without script. */
export function SelectField({
  field,
  label,
  empty,
  options,
}: {
  field: FormField;
  label: string;
  /** The label of the empty choice, if there is one. */
  empty?: string | undefined;
  options: { value: string; label: string }[];
}) {
  return (
    <div>
      <label htmlFor={field.id} className="mb-1.5 block font-medium">
        {label}
      </label>
      <select
        {...inputProps(field)}
        className="min-h-12 w-full rounded-lg border border-edge bg-paper px-3 py-2 aria-invalid:border-danger"
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
