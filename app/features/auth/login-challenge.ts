import type { CodePurpose } from "#app/db/schema.ts";

/** What a correct code proves: that the person who requested it can read the mail to an address. */
export interface ProofOfAddress {
  /** Normalised. */
  email: string;
  purpose: CodePurpose;
  /** The user who requested it; null for a visitor who signs in. */
  userId: string | null;
}
