import { Form } from "react-router";
import { DateField } from "#app/core/forms/date-field.tsx";
import { LeaveQuestion } from "#app/core/forms/leave-question.tsx";
import { RowIdField } from "#app/core/forms/row-id-field.tsx";
import { SelectField } from "#app/core/forms/select-field.tsx";
import { FieldErrors, TextField } from "#app/core/forms/text-field.tsx";
import { type FormResult, useFormResult } from "#app/core/forms/use-form-result.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { SubmitButton } from "#app/core/ui/button.tsx";
import type { TenantChoices } from "#app/identity/hooks/tenant.ts";
import type { Scope } from "#app/scopes.ts";
import { TOKEN_ENDS } from "./token-ends.ts";

/** The form for a new access token. */
export function TokenForm({
  lastResult,
  id,
  scopes,
  firstDay,
  timeZone,
  tenants,
  action,
}: {
  /** What the action returned, if it refused the form. */
  lastResult: FormResult | undefined;
  /** The id of the row that the form makes. */
  id: string;
  /** The scopes to choose from. */
  scopes: Scope[];
  /** The first day that may be a token's last, as ISO 8601. */
  firstDay: string;
  /** The name of the time zone in which days begin. */
  timeZone: string;
  /** What it can be bound to; null if there is nothing. */
  tenants: TenantChoices | null;
  action: string;
}) {
  const { t } = useI18n();
  const form = useFormResult(lastResult, { ends: TOKEN_ENDS[0] });
  const sent = lastResult?.initialValue?.scopes;
  return (
    <Form method="post" action={action} {...form.props} className="flex flex-col gap-5">
      <LeaveQuestion formId={form.id} />
      <FieldErrors id={form.errorId} errors={form.errors} />
      <RowIdField id={id} />
      <TextField
        field={form.field("name")}
        label={t("token:name")}
        hint={t("token:nameHint")}
        isRequired
        dir="auto"
        autoComplete="off"
      />
      <ScopeBoxes
        scopes={scopes}
        ticked={lastResult ? [sent].flat() : ["read"]}
        errorId={form.field("scopes").errorId}
        errors={form.field("scopes").errors}
      />
      {tenants && (
        <div>
          <SelectField
            field={form.field("membershipId")}
            label={tenants.label}
            empty={tenants.none}
            options={tenants.options}
          />
          <p className="mt-1.5 text-sm text-quiet">{tenants.hint}</p>
        </div>
      )}
      <div className="group flex flex-col gap-5">
        <SelectField
          field={form.field("ends")}
          label={t("token:endsIn")}
          isRequired
          options={TOKEN_ENDS.map((end) => ({ value: end, label: t(`token:ends.${end}`) }))}
        />
        {/* Hidden by style, so that it needs no script. */}
        <div className="group-not-has-[option[value=day]:checked]:hidden">
          <DateField
            field={form.field("lastDay")}
            label={t("token:lastDay")}
            hint={t("token:lastDayHint", { timeZone })}
            min={firstDay}
          />
        </div>
      </div>
      <SubmitButton width="full" intent="create-token">
        {t("token:create")}
      </SubmitButton>
    </Form>
  );
}

function ScopeBoxes({
  scopes,
  ticked,
  errorId,
  errors,
}: {
  scopes: Scope[];
  ticked: unknown[];
  errorId: string;
  errors: string[] | undefined;
}) {
  const { t } = useI18n();
  return (
    <fieldset aria-describedby={errors && errorId}>
      <legend className="mb-1 font-medium">{t("token:scope")}</legend>
      {scopes.map((scope, n) => (
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
                {t(`token:scopeHints.${scope}`)}
              </span>
            </span>
          </label>
        </div>
      ))}
      <FieldErrors id={errorId} errors={errors} />
    </fieldset>
  );
}
