import type { Slice } from "#app/core/lib/slice.ts";

export const picture = {
  name: "picture",
  needs: ["upload"],
  auditActions: ["picture.set", "picture.remove"],
  namespaces: ["picture"],
  strings: {
    "/account/picture": ["picture", "upload"],
    "/app/account": ["picture"],
    "/manager/account": ["picture"],
    "/manager/users/:id": ["picture", "upload"],
  },
  uploads: ["/account/picture/*"],
} as const satisfies Slice;
