import type { Settings } from "#app/settings.ts";
import { DEMO_ACCOUNTS, isDemoAccount } from "./demo-accounts.ts";

/** What a deployment allows at sign-in. Code in features/auth asks this policy, so it need not know about the demo. */
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
}

const USUAL: SignInPolicy = {
  offeredAccounts: [],
  admits: () => true,
  isShared: () => false,
  allowsProviders: true,
};

/** The read-only demo: two accounts that everyone shares, and no others (docs/decisions/0019). */
const DEMO: SignInPolicy = {
  offeredAccounts: DEMO_ACCOUNTS.map(({ email }) => email),
  admits: isDemoAccount,
  isShared: isDemoAccount,
  allowsProviders: false,
};

/** The sign-in policy of this deployment. */
export const signInPolicy = (settings: Settings): SignInPolicy => (settings.DEMO ? DEMO : USUAL);
