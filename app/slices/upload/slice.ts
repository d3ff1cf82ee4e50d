import type { Slice, SliceRules } from "#app/core/lib/slice.ts";

export const upload = {
  name: "upload",
  namespaces: ["upload"],
} as const satisfies Slice;

export const uploadRules = {
  errorCodes: {
    /** The user has uploaded as many files today as allowed. */
    TOO_MANY_FILES: 429,
    /** The user's files leave no space for another one. */
    NO_SPACE_FOR_FILES: 409,
  },
} as const satisfies SliceRules;
