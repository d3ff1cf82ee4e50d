import type { Slice, SliceRules } from "#app/core/lib/slice.ts";

export const cover = {
  name: "cover",
  needs: ["book", "upload"],
  namespaces: ["cover"],
  strings: { "/manager/books/:id/cover": ["cover", "upload"] },
} as const satisfies Slice;

export const coverRules = {
  pages: [
    ["/manager/books/:id/cover", "book:update"],
    ["/manager/books/:id/cover/file", "book:update"],
  ],
  auditActions: ["cover.set", "cover.remove"],
  uploads: ["/manager/books/:id/cover/*", "/api/v1/books/:id/cover"],
} as const satisfies SliceRules;
