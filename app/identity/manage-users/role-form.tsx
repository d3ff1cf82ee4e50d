import { Form, useLocation } from "react-router";
import { SelectField } from "#app/core/forms/select-field.tsx";
import { FieldErrors } from "#app/core/forms/text-field.tsx";
import type { useFormResult } from "#app/core/forms/use-form-result.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { keepList, listOf } from "#app/core/lists/list-place.ts";
import { SubmitButton } from "#app/core/ui/button.tsx";
import { ConfirmDialog } from "#app/core/ui/dialog/confirm-dialog.tsx";
import { roleName } from "#app/identity/user/role-name.ts";
import { isRole, ROLES, type Role } from "#app/permissions.ts";

/**
 * Selects another role for a user. The page asks for confirmation. The form opens the same page with the role in its
 * URL, so this works without script.
 */
export function RoleForm({
  form,
  user,
  asked,
  className,
}: {
  form: ReturnType<typeof useFormResult>;
  user: { email: string; name: string | null; role: Role };
  /** The role to confirm; null if there is no confirmation. */
  asked: Role | null;
  className: string;
}) {
  const { t } = useI18n();
  const { pathname, search } = useLocation();
  const list = listOf(search);
  return (
    <>
      <Form key={`role ${user.role}`} replace preventScrollReset {...form.props} className={className}>
        <FieldErrors id={form.errorId} errors={form.errors} />
        {Object.entries(list).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <SelectField
          field={form.field("role")}
          label={t("user:fields.role")}
          empty={isRole(user.role) ? undefined : roleName(t, user.role)}
          options={ROLES.map((role) => ({ value: role, label: roleName(t, role) }))}
        />
        <div>
          <SubmitButton>{t("user:update.role")}</SubmitButton>
        </div>
      </Form>
      {asked && (
        <ConfirmDialog
          title={t("user:setRole.title", { name: user.name ?? user.email })}
          description={t("user:setRole.description", {
            role: roleName(t, asked),
            current: roleName(t, user.role),
          })}
          here={keepList(pathname, search)}
          intent="set-role"
          fields={{ role: asked, original: user.role }}
          submit={t("user:update.role")}
          variant="primary"
        />
      )}
    </>
  );
}
