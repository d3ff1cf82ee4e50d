import catalogue from "./catalogue.json" with { type: "json" };

/** A book of the seed. */
export interface SeedBook {
  /** The title in the book's original language. */
  title: string;
  author: string;
  genre: string;
  /** The original or a well-known publisher; null if none is certain. */
  publisher: string | null;
}

/** The genres of the seed's books. */
export const GENRES: readonly string[] = catalogue.genres;

export const BOOKS: readonly SeedBook[] = catalogue.books;
