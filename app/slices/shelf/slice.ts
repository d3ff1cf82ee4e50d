import type { Slice, SliceRules } from "#app/core/lib/slice.ts";

export const shelf = {
  name: "shelf",
  needs: ["book"],
  owned: { reading: "readings" },
  granted: ["reading:own"],
  namespaces: ["reading", "shelf"],
  strings: {
    "/app": ["shelf"],
    "/app/shelf": ["reading", "manager"],
    "/app/shelf/import": ["import"],
  },
} as const satisfies Slice;

export const shelfRules = {
  pages: [
    ["/app/shelf", "reading:own"],
    ["/app/shelf/:id", "reading:own"],
    ["/app/shelf/books", "reading:own"],
    ["/app/shelf/export", "reading:own"],
    ["/app/shelf/import", "reading:own"],
    ["/app/shelf/import/:id", "reading:own"],
    ["/app/shelf/import/:id/left-out", "reading:own"],
  ],
  errorCodes: { BOOK_NOT_FOUND: 400, ALREADY_ON_SHELF: 409 },
  uploads: ["/app/shelf/import"],
} as const satisfies SliceRules;
