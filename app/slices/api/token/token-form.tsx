import { Form } from "react-router";
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
import { EndFields, ScopeBoxes } from "./token-fields.tsx";

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
  /** The action's result, if it refused the form. */
  lastResult: FormResult | undefined;
  /** The id of the new row. */
  id: string;
  /** The scopes to select from. */
  scopes: Scope[];
  /** The earliest last day of a token, as ISO 8601. */
  firstDay: string;
  /** The time zone that decides when a day begins. */
  timeZone: string;
  /** The organisations that the token can be bound to; null if there are none. */
  tenants: TenantChoices | null;
  action: string;
}) {
  const { t } = useI18n();
  const form = useFormResult(lastResult, { ends: TOKEN_ENDS[0] });
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
        form={form}
        scopes={scopes.map((scope) => ({ scope, hint: t(`token:scopeHints.${scope}`) }))}
        ticked={lastResult ? [lastResult.initialValue?.scopes].flat() : ["read"]}
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
      <EndFields form={form} firstDay={firstDay} timeZone={timeZone} />
      <SubmitButton width="full" intent="create-token">
        {t("token:create")}
      </SubmitButton>
    </Form>
  );
}
