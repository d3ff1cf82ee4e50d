import { TextField } from "#app/forms/text-field.tsx";
import type { FormField } from "#app/forms/use-form-result.ts";
import { useI18n } from "#app/i18n/use-i18n.ts";

/** The input for a login code, which phones can autofill. @param label which code, if a form asks for several */
export function CodeField({ field, label }: { field: FormField; label?: string }) {
  const { t } = useI18n();
  return (
    <TextField
      field={field}
      label={label ?? t("auth:code")}
      autoComplete="one-time-code"
      inputMode="numeric"
      dir="ltr"
      className="text-center font-mono text-2xl tracking-[0.3em]"
    />
  );
}
