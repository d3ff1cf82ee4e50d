import type { CodePurpose } from "#app/identity/tables/login-challenges.ts";

/** What a correct code proves: the person who requested it for this purpose can read emails to an address. */
export interface ProofOfAddress {
  /** Normalised. */
  email: string;
  purpose: CodePurpose;
  /** The user who requested the code; null for a visitor who signs in. */
  userId: string | null;
}
