import { TextField } from "#app/core/forms/text-field.tsx";
import type { FormField } from "#app/core/forms/use-form-result.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";

/** The field for an app's code or a recovery code. */
export function AnyCodeField({ field, label }: { field: FormField; label?: string }) {
  const { t } = useI18n();
  return (
    <TextField
      field={field}
      label={label ?? t("factor:anyCode")}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      dir="ltr"
      className="text-center font-mono text-xl"
    />
  );
}
