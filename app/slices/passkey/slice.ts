import type { Slice, SliceRules } from "#app/core/lib/slice.ts";

export const passkey = {
  name: "passkey",
  namespaces: ["passkey"],
  strings: { "/account/passkeys": ["passkey"] },
} as const satisfies Slice;

export const passkeyRules = {
  auditActions: ["passkey.add", "passkey.rename", "passkey.remove", "passkey.tryCopy"],
  errorCodes: {
    INVALID_PASSKEY: 400,
    /** The passkey's counter went backwards: there are two copies of it. */
    PASSKEY_COPIED: 403,
    PASSKEY_EXPIRED: 400,
    PASSKEY_NOT_FOUND: 400,
  },
} as const satisfies SliceRules;
