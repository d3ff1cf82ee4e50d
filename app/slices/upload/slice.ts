import type { Slice } from "#app/core/lib/slice.ts";

export const upload = {
  name: "upload",
  errorCodes: {
    /** They have sent as many files today as one may. */
    TOO_MANY_FILES: 429,
  },
  namespaces: ["upload"],
} as const satisfies Slice;
