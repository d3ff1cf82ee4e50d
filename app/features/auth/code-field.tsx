import { useTranslation } from "#app/i18n/use-translation.ts";
import { TextField } from "#app/ui/text-field.tsx";
import type { FormField } from "#app/ui/use-form-result.ts";

/** Where a login code is typed, pasted, or filled in by the phone that received it. */
export function CodeField({ field }: { field: FormField }) {
  const { t } = useTranslation();
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
