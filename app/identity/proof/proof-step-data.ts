import type { AppPart, PasskeyPart } from "#app/identity/hooks/proof-parts.ts";

/** The response to a form that needs a recent proof. Its page asks for one and sends the form again. */
export interface ProofStepData {
  code: "SESSION_EXPIRED";
  message: string;
  /**
   * The texts of the step. Translated on the server, because no page loads these strings. The step can replace any
   * page, but rarely does.
   */
  words: { title: string; why: string; submit: string };
  /** The path of the form's POST. */
  action: string;
  /** The form's fields, with the reader's input. */
  fields: [name: string, value: string][];
  /** The emailed code; null if it is not accepted. */
  mail: {
    /** The address that received the code. */
    email: string;
    words: { description: string; expiry: string; label: string; spam: string; resend: string };
    /** Why the code was rejected, or why none was sent; null at first. */
    error: string | null;
    /** The message that a new code was sent on request; null if none was sent. */
    resent: string | null;
  } | null;
  /** The help text if an emailed code is not accepted. */
  help: string | null;
  /** The form for an authenticator app's code; null if the reader has no app as their second step. */
  app: AppPart | null;
  /** The form for a passkey. `unavailable`: null unless only a passkey is accepted. */
  passkey: (Omit<PasskeyPart, "unavailable"> & { unavailable: string | null }) | null;
}

/**
 * Whether the data of an error response asks for a proof. A refusal because the session has ended has the same code.
 */
export const isProofStep = (data: unknown): data is ProofStepData =>
  typeof data === "object" &&
  data !== null &&
  "code" in data &&
  data.code === "SESSION_EXPIRED" &&
  "words" in data;
