import type { Slice, SliceRules } from "#app/core/lib/slice.ts";

export const emailPreference = {
  name: "email-preference",
  namespaces: ["preference"],
  strings: {
    "/unsubscribe": ["preference"],
    "/account/emails": ["preference"],
    "/app/account": ["preference"],
    "/manager/account": ["preference"],
  },
} as const satisfies Slice;

export const emailPreferenceRules = {
  webhooks: ["unsubscribe"],
} as const satisfies SliceRules;
