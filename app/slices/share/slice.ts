import type { Slice, SliceRules } from "#app/core/lib/slice.ts";

export const share = {
  name: "share",
  needs: ["book", "genre", "shelf", "email-preference"],
  owned: { share: "shares" },
  granted: ["share:own"],
  namespaces: ["share"],
  strings: {
    "/app/shares": ["share", "link"],
    "/app/shelf": ["share"],
    "/app/books/:id": ["share"],
    "/shared/:id": ["share", "shelf", "book", "reading"],
  },
} as const satisfies Slice;

export const shareRules = {
  pages: [
    ["/app/shares", "share:own"],
    ["/app/shares/new", "share:own"],
  ],
  errorCodes: {
    /** The user already has as many open links as allowed. */
    TOO_MANY_SHARES: 409,
  },
} as const satisfies SliceRules;
