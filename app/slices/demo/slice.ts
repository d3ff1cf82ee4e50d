import type { Slice } from "#app/core/lib/slice.ts";

export const demo = {
  name: "demo",
  // The code that the demo shows instead of emailing it.
  cookies: ["demo-code"],
  namespaces: ["demo"],
  strings: { "*": ["demo"] },
} as const satisfies Slice;
