import type { ComponentProps, ReactNode } from "react";
import { FieldLabel } from "./field-label.tsx";
import { type FormField, inputProps } from "./use-form-result.ts";

interface TextFieldProps extends Omit<ComponentProps<"input">, "form" | "name" | "id"> {
  field: FormField;
  label: ReactNode;
  hint?: string;
  /** Whether to mark it as required. The schema decides whether it is. */
  isRequired?: boolean;
  type?: "text" | "email" | "tel" | "url";
}

/** A labelled text field with a hint and its errors, which screen readers announce with the field. */
export function TextField({
  field,
  label,
  hint,
  isRequired,
  type = "text",
  className = "",
  ...props
}: TextFieldProps) {
  const hintId = `${field.id}-hint`;
  return (
    <div>
      <FieldLabel htmlFor={field.id} isRequired={isRequired}>
        {label}
      </FieldLabel>
      <input
        {...inputProps(field, hint && hintId)}
        aria-required={isRequired}
        type={type}
        {...props}
        className={`min-h-12 w-full rounded-lg border border-edge bg-paper px-3.5 py-2 placeholder:text-quiet aria-invalid:border-danger ${className}`}
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

/** The errors of a field or a form. */
export function FieldErrors({ id, errors }: { id: string; errors: string[] | undefined }) {
  if (!errors?.length) return null;
  return (
    <div id={id} role="alert" className="mt-2 text-sm wrap-anywhere text-danger">
      {errors.map((error) => (
        <p key={error}>{error}</p>
      ))}
    </div>
  );
}
