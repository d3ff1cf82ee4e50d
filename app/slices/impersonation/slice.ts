import type { Slice, SliceRules } from "#app/core/lib/slice.ts";

export const impersonation = {
  name: "impersonation",
} as const satisfies Slice;

export const impersonationRules = {
  auditActions: ["user.impersonate", "user.stopImpersonating"],
  errorCodes: { YOU_CANNOT_IMPERSONATE_THIS_USER: 403 },
} as const satisfies SliceRules;
