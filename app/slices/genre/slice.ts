import type { Slice, SliceRules } from "#app/core/lib/slice.ts";

export const genre = {
  name: "genre",
  // The pages of genres link to their books.
  needs: ["book"],
  entities: { genre: "genres" },
  namespaces: ["genre"],
  strings: { "/manager": ["genre"] },
} as const satisfies Slice;

export const genreRules = {
  // Redirects to the form.
  pages: [["/manager/genres/:id", "genre:update"]],
  errorCodes: { GENRE_ALREADY_EXISTS: 409, GENRE_IN_USE: 409 },
} as const satisfies SliceRules;
