import type { Slice, SliceRules } from "#app/core/lib/slice.ts";

export const secondStep = {
  name: "second-step",
  // A sign-in that waits for its second step.
  cookies: ["second-step"],
  namespaces: ["factor"],
  strings: { "/login/second-step": ["auth", "factor"], "/account/second-step": ["factor"] },
} as const satisfies Slice;

export const secondStepRules = {
  auditActions: ["factor.switchOn", "factor.switchOff", "factor.renewCodes", "factor.useRecoveryCode"],
} as const satisfies SliceRules;
