import type { RouterContextProvider } from "react-router";
import { platformContext } from "#app/context.ts";

/**
 * The user must unlock the authenticator, so a passkey is two factors: a device that they have, and something that they
 * know or are.
 */
export const USER_VERIFICATION = "required";

/** The kinds of keys that authenticators may make (COSE): ES256, EdDSA and RS256. */
export const KEY_ALGORITHMS = [-7, -8, -257];

/**
 * The site that passkeys belong to: the host of the request, so that no setting can name another one. The passkeys of a
 * preview work only in that preview, and all passkeys are lost if the host name changes.
 */
export function relyingParty(context: Readonly<RouterContextProvider>) {
  const { origin } = context.get(platformContext);
  return { id: origin.hostname, origin: origin.origin };
}
