import type { Slice, SliceRules } from "#app/core/lib/slice.ts";

export const api = {
  name: "api",
  namespaces: ["api", "token"],
  strings: { "/account/tokens": ["token"], "/api/docs": ["api"], "/manager/users/:id": ["token"] },
} as const satisfies Slice;

export const apiRules = {
  auditActions: ["token.create", "token.revoke"],
  errorCodes: {
    /** Another request with this Idempotency-Key is still running. */
    IDEMPOTENCY_KEY_IN_USE: 409,
    /** A different request had this Idempotency-Key before. */
    IDEMPOTENCY_KEY_REUSED: 422,
    /** The access token may not do this (docs/api.md, Scopes). */
    INSUFFICIENT_SCOPE: 403,
    INVALID_FIELDS: 422,
    /** If-Match names an older state of the row. */
    PRECONDITION_FAILED: 412,
    UNSUPPORTED_MEDIA_TYPE: 415,
  },
} as const satisfies SliceRules;
