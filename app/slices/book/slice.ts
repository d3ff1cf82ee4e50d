import type { Slice, SliceRules } from "#app/core/lib/slice.ts";

export const book = {
  name: "book",
  needs: ["genre"],
  entities: { book: "books" },
  granted: ["book:list", "book:read"],
  cookies: ["recent-books"],
  traces: ["recent-books"],
  namespaces: ["book", "import"],
  strings: {
    "/app": ["book"],
    "/manager": ["book"],
    "/manager/books": ["selection"],
    "/manager/books/import": ["import"],
  },
} as const satisfies Slice;

export const bookRules = {
  pages: [["/app/books/:id/links", "book:read"]],
  errorCodes: { BOOK_ALREADY_EXISTS: 409, GENRE_NOT_FOUND: 400 },
  auditActions: ["book.import", "book.setGenre", "book.deleteMany"],
  uploads: ["/manager/books/import"],
  mayLag: ["app/books", "app/books/:id"],
  takesClaim: ["app/books", "app/books/:id"],
} as const satisfies SliceRules;
