import { type ComponentProps, useEffect, useState } from "react";
import type PasskeyProof from "./passkey-proof.tsx";

/**
 * Offers a passkey in place of a code, where script runs and the browser can ask for one: only then is the rest loaded. If that
 * fails, the codes are still there.
 *
 * The sign-in page has the same lines (passkey/passkey-offer.tsx): shared, they would be one more file for everyone who
 * signs in.
 */
export function PasskeyProofOffer(props: ComponentProps<typeof PasskeyProof>) {
  const [Proof, setProof] = useState<typeof PasskeyProof>();
  useEffect(() => {
    // A passkey belongs to a host's name: at an IP address there are none.
    if (typeof PublicKeyCredential !== "function" || /^[\d.]+$|:/.test(window.location.hostname)) return;
    import("./passkey-proof.tsx").then(
      (loaded) => setProof(() => loaded.default),
      () => {},
    );
  }, []);
  return Proof && <Proof {...props} />;
}
