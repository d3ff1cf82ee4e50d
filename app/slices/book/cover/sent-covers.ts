import type { RouterContextProvider } from "react-router";

type Context = Readonly<RouterContextProvider>;

/** The paths of an uploaded cover: `small` next to a text, `large` in lists and on the book's page. */
export interface CoverPaths {
  small: string;
  large: string;
}

/** How a slice that stores covers of books provides them to the books' pages. */
export interface SentCovers {
  /**
   * The paths of a cover. This function must not query the database, because lists have many covers.
   * @param coverId the id in the book's row (books.table.ts)
   * @returns null where no covers are stored
   */
  pathsOf: (context: Context, coverId: string) => Promise<CoverPaths | null>;
  /**
   * The link to the page that changes a book's cover, with its text in the reader's language.
   * @returns null where no covers are stored
   */
  linkToChange: (context: Context, bookId: string) => { to: string; label: string } | null;
}
