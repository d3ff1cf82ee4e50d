import type { ReactNode } from "react";
import { Form, href, Link, useLocation } from "react-router";
import { ChangedMeanwhile } from "#app/core/forms/changed-meanwhile.tsx";
import { LeaveQuestion } from "#app/core/forms/leave-question.tsx";
import { OriginalValuesField } from "#app/core/forms/original-values-field.tsx";
import { FieldErrors, TextField } from "#app/core/forms/text-field.tsx";
import { type FormResult, useFormResult } from "#app/core/forms/use-form-result.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { SubmitButton } from "#app/core/ui/button.tsx";
import { roleName } from "#app/identity/user/role-name.ts";
import type { Role } from "#app/permissions.ts";
import { RoleForm } from "./role-form.tsx";

/**
 * What the reader may do with one value of this user: change it ("form"), not even see it ("hidden"), or see why they
 * can't change it.
 */
export type FormState<Reason extends string> = "form" | "hidden" | Reason;

/**
 * The forms that change a user, one for each kind of value. Saving one doesn't change the others' values, so an
 * outdated form can overwrite only what it shows.
 */
export function UserUpdateForms({
  lastResult,
  user,
  email,
  role,
  askedRole,
}: {
  /** The action's result for one of the forms. */
  lastResult: FormResult | undefined;
  user: { email: string; name: string | null; role: Role };
  email: FormState<"own" | "manager">;
  role: FormState<"own">;
  /** The role to confirm; null if there is no confirmation. */
  askedRole: Role | null;
}) {
  const { t } = useI18n();
  const { pathname, search } = useLocation();
  const resultOf = (intent: string) => (lastResult?.initialValue?.intent === intent ? lastResult : undefined);
  const nameForm = useFormResult(resultOf("update"), { name: user.name });
  const emailForm = useFormResult(resultOf("set-email"), { email: user.email });
  const roleForm = useFormResult(resultOf("set-role"), { role: user.role });
  return (
    <div className="max-w-xl divide-y divide-line border-y border-line">
      <LeaveQuestion formId={[nameForm.id, emailForm.id, roleForm.id]} />
      <Form key={`name ${user.name}`} method="post" {...nameForm.props} className={FORM}>
        <FieldErrors id={nameForm.errorId} errors={nameForm.errors} />
        <OriginalValuesField form={nameForm} />
        <ChangedMeanwhile
          form={nameForm}
          here={pathname + search}
          fields={[{ name: "name", label: t("user:fields.name") }]}
        />
        <TextField
          field={nameForm.field("name")}
          label={t("user:fields.name")}
          autoFocus={!lastResult}
          dir="auto"
        />
        <div>
          <SubmitButton intent="update">{t("user:update.name")}</SubmitButton>
        </div>
      </Form>
      {email === "form" && (
        <Form key={`email ${user.email}`} method="post" {...emailForm.props} className={FORM}>
          <FieldErrors id={emailForm.errorId} errors={emailForm.errors} />
          <OriginalValuesField form={emailForm} />
          <ChangedMeanwhile
            form={emailForm}
            here={pathname + search}
            fields={[{ name: "email", label: t("user:fields.email") }]}
          />
          <TextField
            field={emailForm.field("email")}
            label={t("user:fields.email")}
            isRequired
            hint={t("user:update.emailHint")}
            type="email"
            dir="ltr"
          />
          <div>
            <SubmitButton intent="set-email">{t("user:update.email")}</SubmitButton>
          </div>
        </Form>
      )}
      {(email === "own" || email === "manager") && (
        <Unchangeable label={t("user:fields.email")} value={user.email}>
          <FieldErrors id={emailForm.errorId} errors={emailForm.errors} />
          {email === "manager" && <p>{t("user:update.emailOfManager")}</p>}
          {email === "own" && (
            <Link to={href("/manager/account")} className="text-accent underline underline-offset-4">
              {t("user:update.ownEmail")}
            </Link>
          )}
        </Unchangeable>
      )}
      {role === "form" && <RoleForm form={roleForm} user={user} asked={askedRole} className={FORM} />}
      {role === "own" && (
        <Unchangeable label={t("user:fields.role")} value={roleName(t, user.role)}>
          <FieldErrors id={roleForm.errorId} errors={roleForm.errors} />
          <p>{t("user:update.ownRole")}</p>
        </Unchangeable>
      )}
    </div>
  );
}

const FORM = "flex flex-col gap-4 py-6";

/** A value that the reader may not change, and why. */
function Unchangeable({ label, value, children }: { label: string; value: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1.5 py-6">
      <p className="font-medium">{label}</p>
      <p className="break-words">
        <bdi>{value}</bdi>
      </p>
      <div className="text-sm text-quiet">{children}</div>
    </div>
  );
}
