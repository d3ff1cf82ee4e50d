import { type ChangeEvent, type ReactNode, useRef } from "react";
import { TextField } from "#app/core/forms/text-field.tsx";
import type { FormField } from "#app/core/forms/use-form-result.ts";
import { LOGIN_CODE_LENGTH, normaliseLoginCode } from "./login-code.ts";

/** The input for a login code, which phones can autofill. */
export function CodeField({
  field,
  label,
  autoFocus,
  sendsItself = false,
}: {
  field: FormField;
  label: ReactNode;
  autoFocus?: boolean;
  /** Whether a complete code submits its form. After a refusal, the reader corrects the code and uses the button. */
  sendsItself?: boolean;
}) {
  const startsEmpty = useRef(field.initialValue === "");
  const sentItself = useRef(false);

  function sendIfComplete({ currentTarget: { value, form } }: ChangeEvent<HTMLInputElement>) {
    const code = normaliseLoginCode(value);
    sentItself.current = false;
    if (code.length < 2) startsEmpty.current = true;
    if (code.length !== LOGIN_CODE_LENGTH || !startsEmpty.current) return;
    startsEmpty.current = false;
    sentItself.current = true;
    form?.querySelector<HTMLButtonElement>("[type=submit]")?.click();
  }

  return (
    <TextField
      field={field}
      label={label}
      autoComplete="one-time-code"
      inputMode="numeric"
      autoFocus={autoFocus}
      onChange={sendsItself ? sendIfComplete : undefined}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || !sentItself.current) return;
        // Many people press Enter after the last digit, out of habit, so a wrong code must not cost two attempts.
        event.preventDefault();
        sentItself.current = false;
      }}
      dir="ltr"
      className="text-center font-mono text-2xl tracking-[0.3em]"
    />
  );
}
