import type { AppPart, PasskeyPart } from "#app/identity/hooks/proof-parts.ts";

/** The response to a form that needs a recent proof: its page asks for one and sends the form again. */
export interface ProofStepData {
  code: "SESSION_EXPIRED";
  message: string;
  /** What it says. In words, because no page has these strings: the step may take the place of any page, and seldom does. */
  words: { title: string; why: string; submit: string };
  /** The path that the form was posted to. */
  action: string;
  /** The form's fields, as they were typed. */
  fields: [name: string, value: string][];
  /** The code by mail; null where it does not do. */
  mail: {
    /** Where it was sent. */
    email: string;
    words: { description: string; expiry: string; label: string; spam: string; resend: string };
    /** Why it was rejected, or why none was sent; null at first. */
    error: string | null;
    /** That a new one was sent on request; null if none was. */
    resent: string | null;
  } | null;
  /** What to say where it does not do. */
  help: string | null;
  /** The same for a code of an authenticator app, which does if its owner has one as their second step. */
  app: AppPart | null;
  /** The same for a passkey. `unavailable`: null unless nothing else will do. */
  passkey: (Omit<PasskeyPart, "unavailable"> & { unavailable: string | null }) | null;
}

/** Whether the data of an error response asks for a proof. One that only refuses has the same code, where the session is gone. */
export const isProofStep = (data: unknown): data is ProofStepData =>
  typeof data === "object" &&
  data !== null &&
  "code" in data &&
  data.code === "SESSION_EXPIRED" &&
  "words" in data;
