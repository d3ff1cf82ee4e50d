import type { Slice } from "#app/core/lib/slice.ts";

export const holding = {
  name: "holding",
  needs: ["organisation", "book"],
  ofOrganisation: { holding: "holdings" },
  // A book is there once.
  errorCodes: { ALREADY_HELD: 409 },
  namespaces: ["holding"],
  strings: {
    "/app/o/:slug": ["holding"],
    "/app/o/:slug/holdings": ["manager"],
  },
} as const satisfies Slice;
