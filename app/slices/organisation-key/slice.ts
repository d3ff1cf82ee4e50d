import type { Slice, SliceRules } from "#app/core/lib/slice.ts";

export const organisationKey = {
  name: "organisation-key",
  needs: ["api", "organisation"],
  organisationPages: { key: { path: "keys", permission: "key:manage" } },
  namespaces: ["key"],
  strings: { "/app/o/:slug": ["key"], "/app/o/:slug/keys": ["token"] },
} as const satisfies Slice;

export const organisationKeyRules = {
  auditActions: ["key.create", "key.revoke"],
  errorCodes: {
    MAXIMUM_KEYS_REACHED: 409,
    /** The same form has already created this key, and a program already uses the key. */
    KEY_IN_USE: 409,
  },
} as const satisfies SliceRules;
