import type { SubmissionResult } from "@conform-to/react";
import { Form } from "react-router";
import { FieldErrors, TextField } from "#app/core/forms/text-field.tsx";
import { useFormResult } from "#app/core/forms/use-form-result.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { withBreaks } from "#app/core/ui/address.tsx";
import { ButtonLink, SubmitButton } from "#app/core/ui/button.tsx";
import { Dialog, useCloseTo } from "#app/core/ui/dialog/dialog.tsx";
import { CodeField } from "#app/identity/login-code/code-field.tsx";
import { EMAIL_CHANGE_WAIT_HOURS } from "./email-change-wait.ts";

/** The `state` in the URL that opens the dialog below (docs/product.md, Routes). */
export const CHANGE_EMAIL = "change-email";

/** Asks for a new address. @param here the path of the page without the dialog */
export function ChangeEmailDialog({
  lastResult,
  here,
}: {
  /** The action's result for this form. */
  lastResult: SubmissionResult | undefined;
  here: string;
}) {
  const { t } = useI18n();
  const form = useFormResult(lastResult);
  return (
    <Dialog title={t("account:changeEmail.open")} onClose={useCloseTo(here)}>
      <p className="mt-2 text-quiet">{t("account:changeEmail.hint")}</p>
      <Form
        method="post"
        action={`${here}?state=${CHANGE_EMAIL}`}
        replace
        {...form.props}
        className="mt-4 flex flex-col gap-5"
      >
        <FieldErrors id={form.errorId} errors={form.errors} />
        <TextField
          field={form.field("email")}
          label={t("account:changeEmail.new")}
          type="email"
          autoComplete="email"
          inputMode="email"
          dir="ltr"
        />
        <div className="dialog-buttons">
          <ButtonLink variant="secondary" to={here} replace preventScrollReset>
            {t("cancel")}
          </ButtonLink>
          <SubmitButton intent={CHANGE_EMAIL}>{t("account:changeEmail.submit")}</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}

/**
 * Asks for the codes sent to the new and to the old address. Lets readers who have lost the old mailbox change the
 * address later, without its code.
 * @param here the path of the page without the dialog
 */
export function ConfirmEmailDialog({
  lastResult,
  email,
  newEmail,
  here,
}: {
  /** The action's result for this form. */
  lastResult: SubmissionResult | undefined;
  email: string;
  newEmail: string;
  here: string;
}) {
  const { t } = useI18n();
  const isPlanning = lastResult?.initialValue?.intent === "plan-email";
  const form = useFormResult(isPlanning ? undefined : lastResult);
  const action = `${here}?${new URLSearchParams({ newEmail })}`;
  return (
    <Dialog title={t("account:changeEmail.title")} onClose={useCloseTo(here)}>
      <p className="mt-2 text-quiet">{t("account:changeEmail.sent")}</p>
      <Form method="post" action={action} replace {...form.props} className="mt-4 flex flex-col gap-5">
        <FieldErrors id={form.errorId} errors={form.errors} />
        <CodeField
          field={form.field("code")}
          label={withBreaks(t("account:changeEmail.codeTo", { email: newEmail }))}
        />
        <CodeField
          field={form.field("oldCode")}
          label={withBreaks(t("account:changeEmail.codeTo", { email }))}
        />
        <div className="dialog-buttons">
          <ButtonLink variant="secondary" to={here} replace preventScrollReset>
            {t("cancel")}
          </ButtonLink>
          <SubmitButton intent="confirm-email">{t("account:changeEmail.confirm")}</SubmitButton>
        </div>
      </Form>
      <PlanEmailForm
        lastResult={isPlanning ? lastResult : undefined}
        email={email}
        newEmail={newEmail}
        action={action}
      />
      <Form method="post" action={action} replace className="mt-4 border-t border-line pt-3 text-sm">
        <p className="text-quiet">{t("proof:spam")}</p>
        <input type="hidden" name="email" value={newEmail} />
        <div className="-mx-5">
          <SubmitButton variant="quiet" intent="change-email">
            {t("account:changeEmail.resend")}
          </SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}

/** The form that changes the address later, without the code to the old one. Collapsed until opened. */
function PlanEmailForm({
  lastResult,
  email,
  newEmail,
  action,
}: {
  /** The action's result for this form. */
  lastResult: SubmissionResult | undefined;
  email: string;
  newEmail: string;
  action: string;
}) {
  const { t } = useI18n();
  const form = useFormResult(lastResult);
  const hours = { count: EMAIL_CHANGE_WAIT_HOURS };
  return (
    <details open={lastResult ? true : undefined} className="mt-4 border-t border-line pt-1 text-sm">
      <summary className="min-h-11 cursor-pointer content-center text-accent underline underline-offset-4">
        {t("account:changeEmail.lost.open")}
      </summary>
      <Form method="post" action={action} replace {...form.props} className="mb-3 flex flex-col gap-4">
        <p className="wrap-anywhere text-quiet">
          {withBreaks(t("account:changeEmail.lost.description", { email, ...hours }))}
        </p>
        <FieldErrors id={form.errorId} errors={form.errors} />
        <CodeField
          field={form.field("code")}
          label={withBreaks(t("account:changeEmail.codeTo", { email: newEmail }))}
        />
        <SubmitButton variant="secondary" intent="plan-email">
          {t("account:changeEmail.lost.submit", hours)}
        </SubmitButton>
      </Form>
    </details>
  );
}

/** A pending change of address, with a button that cancels it. @param here the path of its page */
export function PendingEmailChange({
  waiting: { email, time },
  here,
}: {
  /** `time`: the formatted time of the change. */
  waiting: { email: string; time: string };
  here: string;
}) {
  const { t } = useI18n();
  return (
    <Form method="post" action={here} className="mt-1 flex basis-full flex-wrap items-center gap-x-4 gap-y-2">
      <p className="min-w-0 text-sm wrap-anywhere text-quiet">
        {withBreaks(t("account:changeEmail.waiting", { email, time }))}
      </p>
      <SubmitButton variant="secondary" intent="keep-email">
        {t("account:changeEmail.keep")}
      </SubmitButton>
    </Form>
  );
}
