import { startAuthentication, WebAuthnAbortService } from "@simplewebauthn/browser";
import { useEffect, useId, useState } from "react";
import { useSubmit } from "react-router";
import { FieldErrors } from "#app/core/forms/text-field.tsx";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { Button } from "#app/core/ui/button.tsx";
import { Spinner } from "#app/core/ui/spinner.tsx";
import { PROOF_FIELDS } from "#app/identity/proof/proof-fields.ts";
import type { PasskeyProofProps } from "#app/identity/proof/proof-parts-context.ts";

/** A button that asks for a passkey, and sends the form again with the response. */
export default function PasskeyProof({ action, fields, passkey }: PasskeyProofProps) {
  const { t } = useI18n();
  const errorId = useId();
  const submit = useSubmit();
  const [isCancelled, setCancelled] = useState(false);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => () => WebAuthnAbortService.cancelCeremony(), []);

  async function ask() {
    if (isBusy) return;
    setBusy(true);
    setCancelled(false);
    try {
      const response = await startAuthentication({ optionsJSON: JSON.parse(passkey.options) });
      const form = new FormData();
      for (const [name, value] of fields) form.append(name, value);
      form.append(PROOF_FIELDS.passkey, JSON.stringify(response));
      await submit(form, { method: "post", action, replace: true });
    } catch {
      // Browsers don't report the reason. Usually, the reader has closed the prompt.
      setCancelled(true);
    } finally {
      setBusy(false);
    }
  }

  const error = isCancelled ? passkey.cancelled : passkey.error;
  return (
    <div className="mt-3">
      <Button
        variant="secondary"
        width="full"
        aria-disabled={isBusy || undefined}
        aria-describedby={error ? errorId : undefined}
        onClick={ask}
      >
        {isBusy && <Spinner label={t("loading")} />}
        <span>{passkey.submit}</span>
      </Button>
      <FieldErrors id={errorId} errors={error && !isBusy ? [error] : undefined} />
    </div>
  );
}
