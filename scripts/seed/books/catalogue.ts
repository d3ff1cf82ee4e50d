import catalogue from "./catalogue.json" with { type: "json" };

/** One book of the seed. */
export interface SeedBook {
  /** In the language it was written in. */
  title: string;
  author: string;
  genre: string;
  /** The original or a well-known publisher; null when none can be named with certainty. */
  publisher: string | null;
}

/** Every genre a book of the seed may have. */
export const GENRES: readonly string[] = catalogue.genres;

export const BOOKS: readonly SeedBook[] = catalogue.books;
