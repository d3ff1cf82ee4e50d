import type { RouterContextProvider } from "react-router";

type Context = Readonly<RouterContextProvider>;

/** The paths of a cover that was sent: `small` beside a text, `large` in lists and on the page of its book. */
export interface CoverPaths {
  small: string;
  large: string;
}

/** What a slice that takes covers for books gives to the pages of books. */
export interface SentCovers {
  /**
   * The paths of a cover. It takes no query, as lists have many.
   * @param coverId what its book holds (books.table.ts)
   * @returns null where no covers are kept
   */
  pathsOf: (context: Context, coverId: string) => Promise<CoverPaths | null>;
  /**
   * The link to the page that changes the cover of a book, in the words of its reader.
   * @returns null where no covers are kept
   */
  linkToChange: (context: Context, bookId: string) => { to: string; label: string } | null;
}
