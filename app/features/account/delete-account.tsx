import type { SubmissionResult } from "@conform-to/react";
import { Form } from "react-router";
import { CodeField } from "#app/features/auth/code-field.tsx";
import { FieldErrors, TextField } from "#app/forms/text-field.tsx";
import { useFormResult } from "#app/forms/use-form-result.ts";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { SubmitButton } from "#app/ui/button.tsx";

/** Sends the code that proves who asks, and takes it together with the typed confirmation. */
export function DeleteAccountForms({
  lastResult,
  email,
  codeSent,
}: {
  /** What the action answered. */
  lastResult: SubmissionResult | undefined;
  email: string;
  /** Whether this browser was sent a code for it. */
  codeSent: boolean;
}) {
  const { t } = useI18n();
  const form = useFormResult(lastResult);
  // Also where the cookie has gone since: what was typed comes back, and why it was not enough.
  const asksForCode = codeSent || lastResult?.initialValue?.intent === "delete";
  return (
    <>
      {asksForCode && (
        <Form method="post" {...form.props} className="flex flex-col gap-5">
          <p className="text-quiet">{t("account:delete.sent", { email })}</p>
          <FieldErrors id={form.errorId} errors={form.errors} />
          <CodeField field={form.field("code")} />
          <TextField
            field={form.field("confirmation")}
            label={t("account:delete.confirmation", { email })}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            dir="ltr"
            className="rtl:text-end"
          />
          <SubmitButton variant="danger" width="full" intent="delete">
            {t("account:delete.submit")}
          </SubmitButton>
        </Form>
      )}
      <Form method="post" className="flex flex-col gap-3">
        {!asksForCode && (
          <>
            <p className="text-quiet">{t("account:delete.prove", { email })}</p>
            <FieldErrors id={form.errorId} errors={form.errors} />
          </>
        )}
        <SubmitButton variant={asksForCode ? "quiet" : "primary"} width="full" intent="send-code">
          {asksForCode ? t("auth:verify.resend") : t("account:delete.send")}
        </SubmitButton>
      </Form>
    </>
  );
}
