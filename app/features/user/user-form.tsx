import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { Form } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { ButtonLink, SubmitButton } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/select-field.tsx";
import { FieldErrors, TextField } from "#app/ui/text-field.tsx";
import { ROLES, type Role } from "../auth/permissions.ts";

/** The form of a new user and of a change to one. */
export function UserForm({
  lastResult,
  user,
  maySetRole,
  submit,
  cancelTo,
}: {
  /** What the action answered. */
  lastResult: SubmissionResult | undefined;
  user?: { email: string; name: string | null; role: Role };
  maySetRole: boolean;
  submit: string;
  cancelTo: string;
}) {
  const { t } = useTranslation();
  const [form, fields] = useForm<{ email: string; name: string; role: string }>({
    lastResult,
    defaultValue: user ?? { role: "user" },
  });
  return (
    <Form method="post" {...getFormProps(form)} noValidate className="flex max-w-xl flex-col gap-5">
      <FieldErrors id={form.errorId} errors={form.errors} />
      <TextField
        field={fields.email}
        label={t("user:email")}
        type="email"
        dir="ltr"
        className="rtl:text-end"
      />
      <TextField field={fields.name} label={t("user:name")} dir="auto" />
      {maySetRole ? (
        <SelectField
          field={fields.role}
          label={t("user:role")}
          options={ROLES.map((role) => ({ value: role, label: t(`user:roles.${role}`) }))}
        />
      ) : (
        <input type="hidden" name={fields.role.name} value={user?.role ?? "user"} />
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
