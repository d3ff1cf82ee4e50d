import type { Slice } from "#app/core/lib/slice.ts";

export const secondStep = {
  name: "second-step",
  auditActions: ["factor.switchOn", "factor.switchOff", "factor.renewCodes", "factor.useRecoveryCode"],
  // A sign-in that waits for its second step.
  cookies: ["second-step"],
  namespaces: ["factor"],
  strings: { "/login/second-step": ["auth", "factor"], "/account/second-step": ["factor"] },
} as const satisfies Slice;
