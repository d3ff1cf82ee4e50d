/** The fields that the step adds to the form. */
export const PROOF_FIELDS = {
  code: "proofCode",
  app: "proofApp",
  passkey: "proofPasskey",
  owner: "proofOf",
  resend: "proofResend",
} as const;
