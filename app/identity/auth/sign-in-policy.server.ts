import { hooked, type SignInPolicy } from "#app/identity/hooks/hooks.server.ts";
import type { Settings } from "#app/settings.ts";

const USUAL: SignInPolicy = {
  offeredAccounts: [],
  admits: () => true,
  isShared: () => false,
  allowsProviders: true,
  allowsPasskeys: true,
};

/** What this deployment allows at sign-in. Every way of signing in checks it. */
export function signInPolicy(settings: Pick<Settings, "DEMO">): SignInPolicy {
  for (const policyOf of hooked("signInPolicy")) {
    const policy = policyOf(settings);
    if (policy) return policy;
  }
  return USUAL;
}
