import type { Slice, SliceRules } from "#app/core/lib/slice.ts";

export const bounce = {
  name: "bounce",
  namespaces: ["bounce"],
  strings: {
    "/app/account": ["bounce"],
    "/manager/account": ["bounce"],
    "/manager/users/:id": ["bounce"],
  },
} as const satisfies Slice;

export const bounceRules = {
  auditActions: ["bounce.lift"],
  webhooks: ["webhooks/mail/:service"],
} as const satisfies SliceRules;
