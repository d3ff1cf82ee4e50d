import { signInPolicy } from "#app/features/auth/sign-in-policy.ts";
import type { Settings } from "#app/settings.ts";

/** Whether the sign-in page offers passkeys. */
export const offersPasskeySignIn = (settings: Pick<Settings, "PASSKEYS" | "DEMO">): boolean =>
  settings.PASSKEYS && signInPolicy(settings).allowsPasskeys;
