import type { Slice } from "#app/core/lib/slice.ts";

export const shortcut = {
  name: "shortcut",
  namespaces: ["shortcut"],
  strings: { "/manager": ["shortcut"] },
} as const satisfies Slice;
