import type { SubmissionResult } from "@conform-to/react";
import { Form } from "react-router";
import { FieldErrors, TextField } from "#app/core/forms/text-field.tsx";
import { useFormResult } from "#app/core/forms/use-form-result.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { withBreaks } from "#app/core/ui/address.tsx";
import { SubmitButton } from "#app/core/ui/button.tsx";
import { CodeField } from "#app/identity/login-code/code-field.tsx";

/** The forms that request the code, and confirm the deletion with the code and the typed email address. */
export function DeleteAccountForms({
  lastResult,
  email,
  codeSent,
}: {
  /** The action's result. */
  lastResult: SubmissionResult | undefined;
  email: string;
  /** Whether this browser has requested a code. */
  codeSent: boolean;
}) {
  const { t } = useI18n();
  const form = useFormResult(lastResult);
  // The form stays even if the cookie has expired after a failed attempt, so that it keeps the reader's input and shows
  // the error.
  const asksForCode = codeSent || lastResult?.initialValue?.intent === "delete";
  return (
    <>
      {asksForCode && (
        <Form method="post" {...form.props} className="flex flex-col gap-5">
          <p className="text-quiet">{withBreaks(t("account:delete.sent", { email }))}</p>
          <FieldErrors id={form.errorId} errors={form.errors} />
          <CodeField field={form.field("code")} label={t("proof:code")} />
          <TextField
            field={form.field("confirmation")}
            label={withBreaks(t("account:delete.confirmation", { email }))}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            dir="ltr"
          />
          <SubmitButton variant="danger" width="full" intent="delete">
            {t("account:delete.submit")}
          </SubmitButton>
        </Form>
      )}
      <Form method="post" className="flex flex-col gap-3">
        {!asksForCode && (
          <>
            <p className="text-quiet">{withBreaks(t("account:delete.prove", { email }))}</p>
            <FieldErrors id={form.errorId} errors={form.errors} />
          </>
        )}
        <SubmitButton variant={asksForCode ? "quiet" : "primary"} width="full" intent="send-code">
          {asksForCode ? t("proof:resend") : t("account:delete.send")}
        </SubmitButton>
      </Form>
    </>
  );
}
