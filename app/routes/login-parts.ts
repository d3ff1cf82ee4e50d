import type { LoginPart } from "#app/identity/auth/login-part.ts";
import { demoLoginPart } from "#app/slices/demo/demo-sign-in.tsx";
import { passkeyLoginPart } from "#app/slices/passkey/passkey-offer.tsx";
import { providerLoginPart } from "#app/slices/provider/social-sign-in.tsx";
import { siteLoginPart } from "#app/slices/site/linked-pages.tsx";

/**
 * What slices show on the sign-in page, in this order. Passkeys are last, because they appear after the rest of the
 * page and must not move it.
 */
export const loginParts = (): readonly LoginPart[] => [
  demoLoginPart,
  providerLoginPart,
  siteLoginPart,
  passkeyLoginPart,
];
