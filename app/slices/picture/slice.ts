import type { Slice, SliceRules } from "#app/core/lib/slice.ts";

export const picture = {
  name: "picture",
  needs: ["upload"],
  namespaces: ["picture"],
  strings: {
    "/account/picture": ["picture", "upload"],
    "/app/account": ["picture"],
    "/manager/account": ["picture"],
    "/manager/users/:id": ["picture", "upload"],
  },
} as const satisfies Slice;

export const pictureRules = {
  auditActions: ["picture.set", "picture.remove"],
  uploads: ["/account/picture/*"],
} as const satisfies SliceRules;
