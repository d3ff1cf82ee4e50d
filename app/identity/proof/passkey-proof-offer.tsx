import { type ComponentType, use, useEffect, useState } from "react";
import { Form } from "react-router";
import { HiddenFields } from "#app/core/forms/hidden-fields.tsx";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { loadOptional } from "#app/core/lib/load-optional.ts";
import { SubmitButton } from "#app/core/ui/button.tsx";
import { StatusMessage } from "#app/core/ui/status-message.tsx";
import { type PasskeyProofProps, ProofPartsContext } from "./proof-parts-context.ts";

/**
 * Offers a passkey instead of a code. Its script loads only if the browser supports passkeys; if loading fails, the
 * codes still work. If only a passkey is accepted, the page says so, and a button submits the form again as a document,
 * which retries everything and keeps the reader's input.
 *
 * The sign-in page starts with the same lines (slices/passkey/passkey-offer.tsx): a shared module would be one more
 * file to load for everyone who signs in.
 */
export function PasskeyProofOffer(props: PasskeyProofProps) {
  const { t } = useI18n();
  const { passkey: load } = use(ProofPartsContext);
  // Null if a passkey can't be offered.
  const [Proof, setProof] = useState<ComponentType<PasskeyProofProps> | null>();
  useEffect(() => {
    // Passkeys belong to a host name, so there are none for an IP address.
    if (!load || typeof PublicKeyCredential !== "function" || /^[\d.]+$|:/.test(window.location.hostname))
      return setProof(null);
    loadOptional(load).then(
      (loaded) => setProof(() => loaded.default),
      () => setProof(null),
    );
  }, [load]);
  if (Proof) return <Proof {...props} />;
  const { action, fields, passkey } = props;
  if (Proof === undefined || !passkey.unavailable) return null;
  return (
    <>
      <StatusMessage type="error">{passkey.unavailable}</StatusMessage>
      <Form method="post" action={action} reloadDocument className="mt-4">
        <HiddenFields fields={fields} />
        <SubmitButton variant="secondary" width="full">
          {t("tryAgain")}
        </SubmitButton>
      </Form>
    </>
  );
}
