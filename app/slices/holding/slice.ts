import type { Slice, SliceRules } from "#app/core/lib/slice.ts";

export const holding = {
  name: "holding",
  needs: ["organisation", "book"],
  ofOrganisation: { holding: "holdings" },
  namespaces: ["holding"],
  strings: {
    "/app/o/:slug": ["holding"],
    "/app/o/:slug/holdings": ["manager"],
  },
} as const satisfies Slice;

export const holdingRules = {
  // A shelf has each book only once.
  errorCodes: { ALREADY_HELD: 409 },
} as const satisfies SliceRules;
