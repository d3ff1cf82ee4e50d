import { Form } from "react-router";
import { CodeField } from "#app/features/login-code/code-field.tsx";
import { HiddenFields } from "#app/forms/hidden-fields.tsx";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { ButtonLink, SubmitButton } from "#app/ui/button.tsx";
import { EntryHeading } from "#app/ui/entry-heading.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import { StatusMessage } from "#app/ui/status-message.tsx";
import { PasskeyProofOffer } from "./passkey-proof-offer.tsx";
import { PROOF_FIELDS, type ProofStepData } from "./proof-step-data.ts";

/** Asks for a proof before a change that can't be undone, and then sends the form again. */
export default function ProofStep({ step }: { step: ProofStepData }) {
  const { t } = useI18n();
  const { message, action, fields, email, minutes, error, app, passkey, resent } = step;
  const typed = <HiddenFields fields={fields} />;
  return (
    <div className="mx-auto w-full max-w-md px-4 py-10">
      <PageTitle title={t("proof:title")} />
      <EntryHeading title={t("proof:title")}>
        <p>{message}</p>
        <p className="mt-2">{t("proof:description")}</p>
        <p className="my-1 font-medium break-words text-ink">
          <bdi>{email}</bdi>
        </p>
        <p>{t("proof:expiry", { count: minutes })}</p>
      </EntryHeading>
      {resent && <StatusMessage type="info">{t("proof:resent")}</StatusMessage>}
      <Form method="post" action={action} replace noValidate className="mt-5 flex flex-col gap-5">
        {typed}
        <CodeField
          field={{
            id: PROOF_FIELDS.code,
            name: PROOF_FIELDS.code,
            initialValue: "",
            errorId: `${PROOF_FIELDS.code}-error`,
            errors: error ? [error] : undefined,
          }}
        />
        <SubmitButton width="full">{t("proof:submit")}</SubmitButton>
      </Form>
      {passkey && <PasskeyProofOffer action={action} fields={fields} passkey={passkey} />}
      {app && (
        <details open={app.error !== null} className="mt-4">
          <summary className="min-h-11 cursor-pointer content-center text-accent">{app.open}</summary>
          <Form method="post" action={action} replace noValidate className="mt-2 flex flex-col gap-5">
            {typed}
            <CodeField
              label={app.label}
              field={{
                id: PROOF_FIELDS.app,
                name: PROOF_FIELDS.app,
                initialValue: "",
                errorId: `${PROOF_FIELDS.app}-error`,
                errors: app.error ? [app.error] : undefined,
              }}
            />
            <SubmitButton width="full" variant="secondary">
              {t("proof:submit")}
            </SubmitButton>
          </Form>
        </details>
      )}
      <Form method="post" action={action} replace className="mt-6 border-t border-line pt-4 text-sm">
        {typed}
        <input type="hidden" name={PROOF_FIELDS.resend} value="yes" />
        <p className="text-quiet">{t("proof:spam")}</p>
        <div className="mt-1 -mx-5 flex flex-wrap justify-between">
          <SubmitButton variant="quiet">{t("proof:resend")}</SubmitButton>
          <ButtonLink variant="quiet" to={action} replace>
            {t("cancel")}
          </ButtonLink>
        </div>
      </Form>
    </div>
  );
}
