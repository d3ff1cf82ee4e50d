import { DateField } from "#app/core/forms/date-field.tsx";
import { SelectField } from "#app/core/forms/select-field.tsx";
import { FieldErrors } from "#app/core/forms/text-field.tsx";
import type { useFormResult } from "#app/core/forms/use-form-result.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import type { Scope } from "#app/scopes.ts";
import { TOKEN_ENDS } from "./token-ends.ts";

// Parts of the forms for tokens and keys.

type Form = ReturnType<typeof useFormResult>;

/** Check boxes for the scopes, of which at least one is required. */
export function ScopeBoxes({
  form,
  scopes,
  ticked,
}: {
  form: Form;
  /** The scopes to select from, each with a hint on what it allows. */
  scopes: { scope: Scope; hint: string }[];
  ticked: unknown[];
}) {
  const { t } = useI18n();
  const { errorId, errors } = form.field("scopes");
  return (
    <fieldset aria-describedby={errors && errorId}>
      <legend className="mb-1 font-medium">{t("token:scope")}</legend>
      {scopes.map(({ scope, hint }, n) => (
        <div key={scope} className="py-1">
          <label className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              name="scopes"
              value={scope}
              defaultChecked={ticked.includes(scope)}
              data-invalid={errors && n === 0 ? "" : undefined}
              aria-describedby={`scope-${scope}`}
              className="size-5 shrink-0 accent-accent-solid"
            />
            <span>
              <span className="block font-medium">{t(`token:scopes.${scope}`)}</span>
              <span id={`scope-${scope}`} className="block text-sm text-quiet">
                {hint}
              </span>
            </span>
          </label>
        </div>
      ))}
      <FieldErrors id={errorId} errors={errors} />
    </fieldset>
  );
}

/** The choice of a lifetime: a number of days, or a last day. */
export function EndFields({
  form,
  firstDay,
  timeZone,
}: {
  form: Form;
  /** The earliest last day, as ISO 8601. */
  firstDay: string;
  /** The time zone that decides when a day begins. */
  timeZone: string;
}) {
  const { t } = useI18n();
  return (
    <div className="group flex flex-col gap-5">
      <SelectField
        field={form.field("ends")}
        label={t("token:endsIn")}
        isRequired
        options={TOKEN_ENDS.map((end) => ({ value: end, label: t(`token:ends.${end}`) }))}
      />
      {/* This field is hidden by CSS and not by script, so that the form also works without script. */}
      <div className="group-not-has-[option[value=day]:checked]:hidden">
        <DateField
          field={form.field("lastDay")}
          label={t("token:lastDay")}
          hint={t("token:lastDayHint", { timeZone })}
          min={firstDay}
        />
      </div>
    </div>
  );
}
