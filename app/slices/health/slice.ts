import type { Slice } from "#app/core/lib/slice.ts";

export const health = {
  name: "health",
  permissions: ["health:read"],
  pages: [["/manager/health", "health:read"]],
  namespaces: ["health"],
  strings: { "/manager/health": ["health"] },
} as const satisfies Slice;
