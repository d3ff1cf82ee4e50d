import type { SubmissionResult } from "@conform-to/react";
import { Form } from "react-router";
import { CreateButtons } from "#app/core/forms/create-buttons.tsx";
import { LeaveQuestion } from "#app/core/forms/leave-question.tsx";
import { RowIdField } from "#app/core/forms/row-id-field.tsx";
import { SelectField } from "#app/core/forms/select-field.tsx";
import { FieldErrors, TextField } from "#app/core/forms/text-field.tsx";
import { useFormResult } from "#app/core/forms/use-form-result.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { roleName } from "#app/identity/user/role-name.ts";
import { DEFAULT_ROLE, ROLES } from "#app/permissions.ts";

/** The form that creates a user. */
export function NewUserForm({
  lastResult,
  newId,
  maySetRole,
  cancelTo,
}: {
  /** The action's result. */
  lastResult: SubmissionResult | undefined;
  /** The id of the new user (forms/row-id). */
  newId: string;
  maySetRole: boolean;
  cancelTo: string;
}) {
  const { t } = useI18n();
  const form = useFormResult(lastResult, { role: DEFAULT_ROLE });
  return (
    <Form method="post" {...form.props} className="flex max-w-xl flex-col gap-5">
      <LeaveQuestion formId={form.id} />
      <FieldErrors id={form.errorId} errors={form.errors} />
      <RowIdField id={newId} />
      <TextField
        field={form.field("email")}
        label={t("user:fields.email")}
        isRequired
        autoFocus={!lastResult}
        type="email"
        dir="ltr"
      />
      <TextField field={form.field("name")} label={t("user:fields.name")} dir="auto" />
      {maySetRole ? (
        <SelectField
          field={form.field("role")}
          label={t("user:fields.role")}
          options={ROLES.map((role) => ({ value: role, label: roleName(t, role) }))}
        />
      ) : (
        <input type="hidden" name={form.field("role").name} value={DEFAULT_ROLE} />
      )}
      <CreateButtons cancelTo={cancelTo} />
    </Form>
  );
}
