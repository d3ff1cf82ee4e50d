import { type ComponentType, use, useEffect, useState } from "react";
import { Form } from "react-router";
import { HiddenFields } from "#app/core/forms/hidden-fields.tsx";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { loadOptional } from "#app/core/lib/load-optional.ts";
import { SubmitButton } from "#app/core/ui/button.tsx";
import { StatusMessage } from "#app/core/ui/status-message.tsx";
import { type PasskeyProofProps, ProofPartsContext } from "./proof-parts-context.ts";

/**
 * Offers a passkey in place of a code, where script runs and the browser can ask for one: only then is the rest loaded. If that
 * fails, the codes are still there. Where nothing but a passkey will do, the page says so, and a button sends the form again as
 * a document: that loads everything anew, and keeps what was typed.
 *
 * The sign-in page begins with the same lines (slices/passkey/passkey-offer.tsx): shared, they would be one more file for everyone who
 * signs in.
 */
export function PasskeyProofOffer(props: PasskeyProofProps) {
  const { t } = useI18n();
  const { passkey: load } = use(ProofPartsContext);
  // Null: it can't be offered.
  const [Proof, setProof] = useState<ComponentType<PasskeyProofProps> | null>();
  useEffect(() => {
    // A passkey belongs to a host's name: at an IP address there are none.
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
