import type { Slice } from "#app/core/lib/slice.ts";

export const organisationKey = {
  name: "organisation-key",
  needs: ["api", "organisation"],
  organisationPages: { key: { path: "keys", permission: "key:manage" } },
  auditActions: ["key.create", "key.revoke"],
  errorCodes: {
    MAXIMUM_KEYS_REACHED: 409,
    /** The same form has made it before, and a program uses it. */
    KEY_IN_USE: 409,
  },
  namespaces: ["key"],
  strings: { "/app/o/:slug": ["key"], "/app/o/:slug/keys": ["token"] },
} as const satisfies Slice;
