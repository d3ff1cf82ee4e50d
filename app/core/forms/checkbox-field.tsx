import { FieldErrors } from "./text-field.tsx";
import { type FormField, inputProps } from "./use-form-result.ts";

/** A labelled checkbox. Sends "on" when ticked, nothing otherwise. */
export function CheckboxField({ field, label }: { field: FormField; label: string }) {
  const { defaultValue, ...props } = inputProps(field);
  return (
    <div>
      <label className="flex min-h-11 items-center gap-3 font-medium">
        <input
          {...props}
          type="checkbox"
          defaultChecked={defaultValue === "on"}
          className="size-5 accent-accent-solid"
        />
        <span>{label}</span>
      </label>
      <FieldErrors id={field.errorId} errors={field.errors} />
    </div>
  );
}
