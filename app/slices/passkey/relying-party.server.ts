import type { RouterContextProvider } from "react-router";
import { platformContext } from "#app/context.ts";

/** The user must unlock the authenticator: a passkey is something one has, opened by something one knows or is. */
export const USER_VERIFICATION = "required";

/** The kinds of keys that authenticators may make (COSE): ES256, EdDSA and RS256. */
export const KEY_ALGORITHMS = [-7, -8, -257];

/**
 * Whom passkeys are for: the host of the request, so that no setting can name another one. A preview's passkeys work
 * there only, and those of a host go with it.
 */
export function relyingParty(context: Readonly<RouterContextProvider>) {
  const { origin } = context.get(platformContext);
  return { id: origin.hostname, origin: origin.origin };
}
