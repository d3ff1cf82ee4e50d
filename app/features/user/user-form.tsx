import type { SubmissionResult } from "@conform-to/react";
import { Form } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { ButtonLink, SubmitButton } from "#app/ui/button.tsx";
import { LeaveQuestion } from "#app/ui/leave-question.tsx";
import { NewId } from "#app/ui/new-id.tsx";
import { SelectField } from "#app/ui/select-field.tsx";
import { FieldErrors, TextField } from "#app/ui/text-field.tsx";
import { useFormResult } from "#app/ui/use-form-result.ts";
import { ROLES, type Role } from "../auth/permissions.ts";

/** The form of a new user and of a change to one. */
export function UserForm({
  lastResult,
  newId,
  user,
  maySetRole,
  submit,
  cancelTo,
}: {
  /** What the action answered. */
  lastResult: SubmissionResult | undefined;
  /** Of the user to be made (lib/once). */
  newId?: string;
  user?: { email: string; name: string | null; role: Role };
  maySetRole: boolean;
  submit: string;
  cancelTo: string;
}) {
  const { t } = useTranslation();
  const form = useFormResult(lastResult, user ?? { role: "user" });
  return (
    <Form method="post" {...form.props} className="flex max-w-xl flex-col gap-5">
      <LeaveQuestion formId={form.id} />
      <FieldErrors id={form.errorId} errors={form.errors} />
      <NewId id={newId} />
      <TextField
        field={form.field("email")}
        label={t("user:email")}
        type="email"
        dir="ltr"
        className="rtl:text-end"
      />
      <TextField field={form.field("name")} label={t("user:name")} dir="auto" />
      {maySetRole ? (
        <SelectField
          field={form.field("role")}
          label={t("user:role")}
          options={ROLES.map((role) => ({ value: role, label: t(`user:roles.${role}`) }))}
        />
      ) : (
        <input type="hidden" name={form.field("role").name} value={user?.role ?? "user"} />
      )}
      <div className="mt-2 flex flex-wrap gap-3">
        <SubmitButton>{submit}</SubmitButton>
        <ButtonLink variant="secondary" to={cancelTo}>
          {t("cancel")}
        </ButtonLink>
      </div>
    </Form>
  );
}
