import * as z from "zod";
import { nameSchema } from "#app/identity/user/user.schema.ts";

/** Bytes as base64url. The limit is longer than any authenticator's response, and no longer than a form may be. */
const bytes = z
  .string()
  .max(16_384)
  .regex(/^[\w-]+$/);

/** The common part of every response of an authenticator, as browsers convert it to JSON (WebAuthn Level 3, 5.1). */
const credential = {
  // The id has at most 1023 bytes.
  id: bytes.max(1364),
  rawId: bytes.max(1364),
  type: z.literal("public-key"),
  clientExtensionResults: z.object({}).default({}),
};

/** A field that contains JSON. */
const json = z.string().transform((text, context) => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    context.addIssue({ code: "custom", message: "code:INVALID_PASSKEY" });
    return z.NEVER;
  }
});

/** A new passkey, as the browser creates it. */
const attestation = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.array(z.string().max(32)).max(8).default([]),
  }),
});

/** The response of a passkey to a challenge. */
const assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: bytes.optional(),
  }),
});

export type Attestation = z.output<typeof attestation>;
export type Assertion = z.output<typeof assertion>;

/** A field with the response of a passkey. */
export const assertionSchema = json.pipe(assertion);

/** The form that signs in with a passkey. */
export const passkeySignInSchema = z.object({ response: assertionSchema });

const passkeyId = z.string().max(100);

/** The forms of the page of the reader's passkeys. */
export const passkeyFormSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("begin-passkey") }),
  z.object({ intent: z.literal("add-passkey"), response: json.pipe(attestation) }),
  z.object({ intent: z.literal("rename-passkey"), passkeyId, name: nameSchema }),
  z.object({ intent: z.literal("remove-passkey"), passkeyId }),
]);
