import type { Slice, SliceRules } from "#app/core/lib/slice.ts";

export const health = {
  name: "health",
  permissions: ["health:read"],
  namespaces: ["health"],
  strings: { "/manager/health": ["health"] },
} as const satisfies Slice;

export const healthRules = {
  pages: [["/manager/health", "health:read"]],
} as const satisfies SliceRules;
