import type { RouterContextProvider } from "react-router";

/** A link on the readers' page of a book: its path, and its text in the reader's language. */
interface Offered {
  to: string;
  label: string;
}

/**
 * Lets another slice add a link to the readers' page of a book. It reads in parallel with the page, and reads nothing
 * for readers who don't get the link.
 * @returns makes the link, once the page knows the book; null if this reader gets none
 */
export type BookLink = (
  context: Readonly<RouterContextProvider>,
  request: Request,
) => Promise<((book: { title: string }) => Offered) | null>;
