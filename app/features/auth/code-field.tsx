import { TextField } from "#app/forms/text-field.tsx";
import type { FormField } from "#app/forms/use-form-result.ts";
import { useI18n } from "#app/i18n/use-i18n.ts";

/** Where a login code is typed, pasted, or filled in by the phone that received it. */
export function CodeField({ field }: { field: FormField }) {
  const { t } = useI18n();
  return (
    <TextField
      field={field}
      label={t("auth:code")}
      autoComplete="one-time-code"
      inputMode="numeric"
      dir="ltr"
      className="text-center font-mono text-2xl tracking-[0.3em]"
    />
  );
}
