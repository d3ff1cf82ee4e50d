import { type ComponentType, useEffect, useState } from "react";
import { loadOptional } from "#app/core/lib/load-optional.ts";
import type { LoginPart } from "#app/identity/auth/login-part.ts";

/** `data`: whether passkeys are offered. */
export const passkeyLoginPart: LoginPart<boolean> = {
  key: "passkey",
  Below: ({ data }) => data && <PasskeyOffer />,
  autoComplete: (offers) => (offers ? "username webauthn" : null),
};

/**
 * Offers to sign in with a passkey, if script runs and the browser supports passkeys. Otherwise the rest of the script
 * is not loaded. If loading fails, an emailed code still works.
 */
function PasskeyOffer() {
  const [SignIn, setSignIn] = useState<ComponentType>();
  useEffect(() => {
    // Passkeys belong to a host name, so there are none for an IP address.
    if (typeof PublicKeyCredential !== "function" || /^[\d.]+$|:/.test(window.location.hostname)) return;
    loadOptional(() => import("./passkey-sign-in.tsx")).then(
      (loaded) => setSignIn(() => loaded.default),
      () => {},
    );
  }, []);
  return SignIn && <SignIn />;
}
