import { DEMO_ACCOUNTS, isDemoAccount } from "#app/features/demo/demo-accounts.ts";
import type { Settings } from "#app/settings.ts";

/** What a deployment allows at sign-in. Whatever signs people in asks this policy, so only this file knows about the demo. */
export interface SignInPolicy {
  /** The email addresses of the accounts that the sign-in page offers. */
  offeredAccounts: readonly string[];
  /** Whether a visitor may request a code for this address. */
  admits(email: string): boolean;
  /**
   * Whether everyone shares the account with this address. Its codes are shown instead of mailed, limits per address do
   * not apply, and a new code doesn't replace the previous one: one visitor must not lock out the others.
   */
  isShared(email: string): boolean;
  /** Whether identity providers may be offered. They create and link accounts. */
  allowsProviders: boolean;
  /** Whether passkeys may be offered. Nobody has one for an account that everyone shares. */
  allowsPasskeys: boolean;
}

const USUAL: SignInPolicy = {
  offeredAccounts: [],
  admits: () => true,
  isShared: () => false,
  allowsProviders: true,
  allowsPasskeys: true,
};

/** The read-only demo: two accounts that everyone shares, and no others (docs/decisions/0019). */
const DEMO: SignInPolicy = {
  offeredAccounts: DEMO_ACCOUNTS.map(({ email }) => email),
  admits: isDemoAccount,
  isShared: isDemoAccount,
  allowsProviders: false,
  allowsPasskeys: false,
};

/** The sign-in policy of this deployment. */
export const signInPolicy = (settings: Pick<Settings, "DEMO">): SignInPolicy =>
  settings.DEMO ? DEMO : USUAL;
