import type { Slice, SliceRules } from "#app/core/lib/slice.ts";

export const provider = {
  name: "provider",
  // The cookie of a visit to a provider. Its name ends with the visit's state.
  cookies: ["oauth"],
  strings: { "/login/:provider": ["auth"] },
} as const satisfies Slice;

export const providerRules = {
  auditActions: ["account.link", "account.unlink"],
  errorCodes: {
    /** The product does not know the provider, so no user has an account there. */
    ACCOUNT_NOT_FOUND: 404,
  },
} as const satisfies SliceRules;
