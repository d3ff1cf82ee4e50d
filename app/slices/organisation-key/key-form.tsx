import { Form } from "react-router";
import { LeaveQuestion } from "#app/core/forms/leave-question.tsx";
import { RowIdField } from "#app/core/forms/row-id-field.tsx";
import { FieldErrors, TextField } from "#app/core/forms/text-field.tsx";
import { type FormResult, useFormResult } from "#app/core/forms/use-form-result.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { SubmitButton } from "#app/core/ui/button.tsx";
import { TOKEN_ENDS } from "#app/slices/api/token/token-ends.ts";
import { EndFields, ScopeBoxes } from "#app/slices/api/token/token-fields.tsx";
import { KEY_SCOPES } from "./key-scopes.ts";

/** The form for a new key of an organisation. */
export function KeyForm({
  lastResult,
  id,
  firstDay,
  timeZone,
}: {
  /** The action's result, if it refused the form. */
  lastResult: FormResult | undefined;
  /** The id of the new row. */
  id: string | undefined;
  /** The earliest last day of a key, as ISO 8601. */
  firstDay: string;
  /** The time zone that decides when a day begins. */
  timeZone: string;
}) {
  const { t } = useI18n();
  const form = useFormResult(lastResult, { ends: TOKEN_ENDS[0] });
  const hints = { read: t("key:hints.read"), write: t("key:hints.write") };
  return (
    <Form method="post" {...form.props} className="flex max-w-xl flex-col gap-5">
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
        scopes={KEY_SCOPES.map((scope) => ({ scope, hint: hints[scope] }))}
        ticked={lastResult ? [lastResult.initialValue?.scopes].flat() : ["read"]}
      />
      <EndFields form={form} firstDay={firstDay} timeZone={timeZone} />
      <div>
        <SubmitButton intent="create-key">{t("key:create")}</SubmitButton>
      </div>
    </Form>
  );
}
