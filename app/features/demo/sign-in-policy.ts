import type { Settings } from "#app/settings.ts";
import { DEMO_ACCOUNTS, isDemoAccount } from "./demo-accounts.ts";

/** What a deployment lets happen at sign-in. Everything in features/auth asks this instead of knowing the demo. */
export interface SignInPolicy {
  /** Addresses that the sign-in page offers. */
  offeredAccounts: readonly string[];
  /** Whether anyone may ask for a code for an address. */
  admits(email: string): boolean;
  /**
   * Whether everyone shares the account of an address. Its codes are shown instead of mailed, limits per address do not
   * apply, and a new code does not replace the one before: one visitor must not keep the others out.
   */
  isShared(email: string): boolean;
  /** Whether identity providers may be offered, which make accounts and link them. */
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

/** The policy of a deployment. */
export const signInPolicy = (settings: Settings): SignInPolicy => (settings.DEMO ? DEMO : USUAL);
