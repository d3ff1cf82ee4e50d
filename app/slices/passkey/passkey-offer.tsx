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
 * Offers to sign in with a passkey, where script runs and the browser can: only then is the rest loaded. If that fails, the
 * code by mail is still there.
 */
function PasskeyOffer() {
  const [SignIn, setSignIn] = useState<ComponentType>();
  useEffect(() => {
    // A passkey belongs to a host's name: at an IP address there are none.
    if (typeof PublicKeyCredential !== "function" || /^[\d.]+$|:/.test(window.location.hostname)) return;
    loadOptional(() => import("./passkey-sign-in.tsx")).then(
      (loaded) => setSignIn(() => loaded.default),
      () => {},
    );
  }, []);
  return SignIn && <SignIn />;
}
