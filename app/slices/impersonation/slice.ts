import type { Slice } from "#app/core/lib/slice.ts";

export const impersonation = {
  name: "impersonation",
  auditActions: ["user.impersonate", "user.stopImpersonating"],
  errorCodes: { YOU_CANNOT_IMPERSONATE_THIS_USER: 403 },
} as const satisfies Slice;
