/** What a code can be asked for. It is good for that and nothing else. */
export const CODE_PURPOSES = ["sign-in", "change-email", "delete-account"] as const;

export type CodePurpose = (typeof CODE_PURPOSES)[number];

/** What the right code proves: that whoever asked for it, and for what, reads the mail to an address. */
export interface ProofOfAddress {
  /** Normalised. */
  email: string;
  purpose: CodePurpose;
  /** Who asked; null for a visitor who wants to sign in. */
  userId: string | null;
}
