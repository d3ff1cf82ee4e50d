import type { Slice, SliceRules } from "#app/core/lib/slice.ts";

export const cover = {
  name: "cover",
  needs: ["book", "upload"],
  pages: [
    ["/manager/books/:id/cover", "book:update"],
    ["/manager/books/:id/cover/file", "book:update"],
  ],
  namespaces: ["cover"],
  strings: { "/manager/books/:id/cover": ["cover", "upload"] },
} as const satisfies Slice;

export const coverRules = {
  auditActions: ["cover.set", "cover.remove"],
  uploads: ["/manager/books/:id/cover/*", "/api/v1/books/:id/cover"],
} as const satisfies SliceRules;
