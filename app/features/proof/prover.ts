/** Who proves who they are, and the session in which they do. */
export interface Prover {
  userId: string;
  email: string;
  sessionId: string;
}

/** A proof that was rejected: why, and whether the reader has to wait before they try again. */
export interface RejectedProof {
  error: string;
  isLimited: boolean;
}
