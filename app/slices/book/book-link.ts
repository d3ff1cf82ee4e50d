import type { RouterContextProvider } from "react-router";

/** A link on the readers' page of a book: its path and its text, in the words of its reader. */
interface Offered {
  to: string;
  label: string;
}

/**
 * What another slice offers to do with a book, on the readers' page of it. It reads in parallel with the page, and nothing for those whom
 * it is not for.
 * @returns the link, once the page knows the book; null if there is none for this reader
 */
export type BookLink = (
  context: Readonly<RouterContextProvider>,
  request: Request,
) => Promise<((book: { title: string }) => Offered) | null>;
