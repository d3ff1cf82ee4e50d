import type { RouterContextProvider } from "react-router";

/** A link on the readers' page of a book: its path, and its text in the reader's language. */
export interface OfferedLink {
  to: string;
  label: string;
}

/** Lets another slice add a link to the readers' page of a book. */
export interface BookLink {
  /** Whether this reader may get the link, judged by the request alone. If not, `find` is not called. */
  mayOffer: (request: Request) => boolean;
  /**
   * Reads what the link needs, in parallel with the page.
   * @returns a function that makes the link once the page knows the book; null if this reader gets no link
   */
  find: (
    context: Readonly<RouterContextProvider>,
    request: Request,
  ) => Promise<((book: { title: string }) => OfferedLink) | null>;
}
