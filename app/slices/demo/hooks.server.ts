import { platformContext, settingsContext } from "#app/context.ts";
import type { IdentityHooks, SignInPolicy } from "#app/identity/hooks/hooks.server.ts";
import { FIRST_ACCOUNTS } from "#app/identity/user/first-accounts.ts";
import { demoCodeCookie, readDisplayedCode } from "./demo.server.ts";
import { isDemoAccount } from "./demo-accounts.ts";

/** The read-only demo: two accounts that everyone shares, and no others (docs/decisions/0019). */
const POLICY: SignInPolicy = {
  offeredAccounts: FIRST_ACCOUNTS.map(({ email }) => email),
  admits: isDemoAccount,
  isShared: isDemoAccount,
  allowsProviders: false,
  allowsPasskeys: false,
};

export const demoHooks: IdentityHooks = {
  signInPolicy: ({ DEMO }) => (DEMO ? POLICY : null),
  loginCode: {
    showCode: (context, shown) =>
      demoCodeCookie(context.get(settingsContext), context.get(platformContext).origin).serialize(shown),
    displayedCode: readDisplayedCode,
  },
};
