import type { Slice } from "#app/core/lib/slice.ts";

export const emailPreference = {
  name: "email-preference",
  namespaces: ["preference"],
  webhooks: ["unsubscribe"],
  strings: {
    "/unsubscribe": ["preference"],
    "/account/emails": ["preference"],
    "/app/account": ["preference"],
    "/manager/account": ["preference"],
  },
} as const satisfies Slice;
