import type { Slice } from "#app/core/lib/slice.ts";

export const digest = {
  name: "digest",
  needs: ["book", "shelf", "email-preference"],
  namespaces: ["digest"],
} as const satisfies Slice;
