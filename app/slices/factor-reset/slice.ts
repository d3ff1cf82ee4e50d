import type { Slice, SliceRules } from "#app/core/lib/slice.ts";

export const factorReset = {
  name: "factor-reset",
  permissions: ["user:reset-factors"],
  namespaces: ["reset"],
} as const satisfies Slice;

export const factorResetRules = {
  auditActions: ["factor.beginReset", "factor.confirmReset", "factor.stopReset", "factor.reset"],
  errorCodes: {
    /** The user's address was changed so recently that the change can still be undone. */
    ADDRESS_CHANGED_LATELY: 409,
    /** The user has neither a second step nor a passkey. */
    NOTHING_TO_RESET: 409,
    /** Someone else has begun a reset of the user's factors. */
    RESET_IN_PROGRESS: 409,
    /** The administrator who began a reset can't confirm it, nor can its user. */
    RESET_NEEDS_ANOTHER: 409,
    /** The reset was stopped, carried out, or has lapsed. */
    RESET_NOT_OPEN: 409,
  },
} as const satisfies SliceRules;
