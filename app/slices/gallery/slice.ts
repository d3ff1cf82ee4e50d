import type { Slice } from "#app/core/lib/slice.ts";

export const gallery = {
  name: "gallery",
  namespaces: ["gallery"],
  strings: { "/dev/gallery": ["gallery", "manager", "theme", "validation"] },
} as const satisfies Slice;
