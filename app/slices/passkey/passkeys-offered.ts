import { settingsContext } from "#app/context.ts";
import type { LoginRead } from "#app/identity/auth/login-part.ts";
import { signInPolicy } from "#app/identity/auth/sign-in-policy.server.ts";
import type { Settings } from "#app/settings.ts";

/** Whether the sign-in page offers passkeys. */
export const offersPasskeySignIn = (settings: Pick<Settings, "PASSKEYS" | "DEMO">): boolean =>
  settings.PASSKEYS && signInPolicy(settings).allowsPasskeys;

/** Tells the sign-in page whether to offer passkeys. */
export const passkeyLoginRead: LoginRead = {
  key: "passkey",
  read: (context) => offersPasskeySignIn(context.get(settingsContext)),
};
