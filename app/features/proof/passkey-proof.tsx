import { startAuthentication, WebAuthnAbortService } from "@simplewebauthn/browser";
import { useEffect, useId, useState } from "react";
import { useSubmit } from "react-router";
import { FieldErrors } from "#app/forms/text-field.tsx";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { Button } from "#app/ui/button.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import { PROOF_FIELDS } from "./proof-fields.ts";
import type { ProofStepData } from "./proof-step-data.ts";

/** A button that asks for a passkey, and sends the form again with its answer. */
export default function PasskeyProof({
  action,
  fields,
  passkey,
}: Pick<ProofStepData, "action" | "fields"> & { passkey: NonNullable<ProofStepData["passkey"]> }) {
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
      const answer = await startAuthentication({ optionsJSON: JSON.parse(passkey.options) });
      const form = new FormData();
      for (const [name, value] of fields) form.append(name, value);
      form.append(PROOF_FIELDS.passkey, JSON.stringify(answer));
      await submit(form, { method: "post", action, replace: true });
    } catch {
      // Closed by the reader, most of the time: browsers don't tell why there is none.
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
        {passkey.submit}
      </Button>
      <FieldErrors id={errorId} errors={error && !isBusy ? [error] : undefined} />
    </div>
  );
}
