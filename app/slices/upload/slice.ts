import type { Slice, SliceRules } from "#app/core/lib/slice.ts";

export const upload = {
  name: "upload",
  namespaces: ["upload"],
} as const satisfies Slice;

export const uploadRules = {
  errorCodes: {
    /** They have sent as many files today as one may. */
    TOO_MANY_FILES: 429,
  },
} as const satisfies SliceRules;
