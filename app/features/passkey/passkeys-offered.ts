import type { Settings } from "#app/settings.ts";

/** Whether the sign-in page offers passkeys. Nobody has one in the demo, whose accounts everyone shares. */
export const offersPasskeySignIn = ({ PASSKEYS, DEMO }: Pick<Settings, "PASSKEYS" | "DEMO">): boolean =>
  PASSKEYS && !DEMO;
