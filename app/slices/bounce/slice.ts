import type { Slice } from "#app/core/lib/slice.ts";

export const bounce = {
  name: "bounce",
  auditActions: ["bounce.lift"],
  webhooks: ["webhooks/mail/:service"],
  namespaces: ["bounce"],
  strings: {
    "/app/account": ["bounce"],
    "/manager/account": ["bounce"],
    "/manager/users/:id": ["bounce"],
  },
} as const satisfies Slice;
