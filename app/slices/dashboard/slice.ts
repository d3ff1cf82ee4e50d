import type { Slice } from "#app/core/lib/slice.ts";

export const dashboard = {
  name: "dashboard",
  namespaces: ["dashboard"],
  strings: { "/manager/dashboard": ["dashboard"] },
} as const satisfies Slice;
