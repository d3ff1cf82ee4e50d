import type { CodePurpose } from "#app/db/schema.ts";

/** What the right code proves: that whoever asked for it, and for what, reads the mail to an address. */
export interface ProofOfAddress {
  /** Normalised. */
  email: string;
  purpose: CodePurpose;
  /** Who asked; null for a visitor who wants to sign in. */
  userId: string | null;
}
