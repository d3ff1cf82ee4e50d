import { useEffect } from "react";
import { Form } from "react-router";
import { focusHeading } from "#app/core/client/use-heading-focus.ts";
import { HiddenFields } from "#app/core/forms/hidden-fields.tsx";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { Address } from "#app/core/ui/address.tsx";
import { ButtonLink, SubmitButton } from "#app/core/ui/button.tsx";
import { EntryHeading } from "#app/core/ui/entry-heading.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { StatusMessage } from "#app/core/ui/status-message.tsx";
import { CodeField } from "#app/identity/login-code/code-field.tsx";
import { PasskeyProofOffer } from "./passkey-proof-offer.tsx";
import { PROOF_FIELDS } from "./proof-fields.ts";
import type { ProofStepData } from "./proof-step-data.ts";

/** Asks for a proof before a change that can't be undone, and then sends the form again. */
export default function ProofStep({ step }: { step: ProofStepData }) {
  const { t } = useI18n();
  const { message, words, action, fields, mail, help, app, passkey } = step;
  // The step replaces the page with the form, which had the focus.
  useEffect(focusHeading, []);
  const cancel = (
    <ButtonLink variant="quiet" to={action} replace>
      {t("cancel")}
    </ButtonLink>
  );
  return (
    <div className="mx-auto w-full max-w-md px-4 py-10">
      <PageTitle title={words.title} />
      <EntryHeading title={words.title}>
        <p>{words.why}</p>
        <p className="mt-2">{message}</p>
        {help && <p className="mt-2">{help}</p>}
        {mail && (
          <>
            <p className="mt-2">{mail.words.description}</p>
            <p className="my-1 font-medium break-words text-ink">
              <Address>{mail.email}</Address>
            </p>
            <p>{mail.words.expiry}</p>
          </>
        )}
      </EntryHeading>
      {mail?.resent && <StatusMessage type="info">{mail.resent}</StatusMessage>}
      {mail && <CodeForm step={step} name={PROOF_FIELDS.code} label={mail.words.label} error={mail.error} />}
      {app && !mail && <CodeForm step={step} name={PROOF_FIELDS.app} label={app.label} error={app.error} />}
      {passkey && <PasskeyProofOffer action={action} fields={fields} passkey={passkey} />}
      {app && mail && (
        <details open={app.error !== null} className="mt-4">
          <summary className="min-h-11 cursor-pointer content-center text-accent">{app.open}</summary>
          <CodeForm step={step} name={PROOF_FIELDS.app} label={app.label} error={app.error} isSecond />
        </details>
      )}
      {mail ? (
        <Form method="post" action={action} replace className="mt-6 border-t border-line pt-4 text-sm">
          <HiddenFields fields={fields} />
          <input type="hidden" name={PROOF_FIELDS.resend} value="yes" />
          <p className="text-quiet">{mail.words.spam}</p>
          <div className="mt-1 -mx-5 flex flex-wrap justify-between">
            <SubmitButton variant="quiet">{mail.words.resend}</SubmitButton>
            {cancel}
          </div>
        </Form>
      ) : (
        <div className="mt-4 -mx-5">{cancel}</div>
      )}
    </div>
  );
}

/** Sends the form again, with a code. @param isSecond whether another form of the page comes first */
function CodeForm({
  step: { words, action, fields },
  name,
  label,
  error,
  isSecond = false,
}: {
  step: ProofStepData;
  name: string;
  label: string;
  error: string | null;
  isSecond?: boolean;
}) {
  const errors = error ? [error] : undefined;
  return (
    <Form
      method="post"
      action={action}
      replace
      noValidate
      className={`${isSecond ? "mt-2" : "mt-5"} flex flex-col gap-5`}
    >
      <HiddenFields fields={fields} />
      <CodeField
        label={label}
        autoFocus={!isSecond && !error}
        field={{ id: name, name, initialValue: "", errorId: `${name}-error`, errors }}
      />
      <SubmitButton width="full" variant={isSecond ? "secondary" : undefined}>
        {words.submit}
      </SubmitButton>
    </Form>
  );
}
