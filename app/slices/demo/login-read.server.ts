import { settingsContext } from "#app/context.ts";
import type { LoginRead } from "#app/identity/auth/login-part.ts";
import { signInPolicy } from "#app/identity/auth/sign-in-policy.server.ts";

/** The addresses of the accounts that the sign-in page offers. */
export const demoLoginRead: LoginRead = {
  key: "demo",
  read: (context) => [...signInPolicy(context.get(settingsContext)).offeredAccounts],
};
