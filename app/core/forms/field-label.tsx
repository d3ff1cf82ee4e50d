import type { ReactNode } from "react";

/** The label of a field. A star marks a required one; its input says so to screen readers (`aria-required`). */
export function FieldLabel({
  id,
  htmlFor,
  isRequired = false,
  children,
}: {
  id?: string;
  htmlFor: string;
  isRequired?: boolean | undefined;
  children: ReactNode;
}) {
  return (
    <label id={id} htmlFor={htmlFor} className="mb-1.5 block font-medium">
      <span>{children}</span>
      {isRequired && (
        <span aria-hidden="true" className="text-danger">
          {" *"}
        </span>
      )}
    </label>
  );
}
