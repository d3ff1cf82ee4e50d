import { useEffect } from "react";
import { recentBooksCookie } from "./recent-books.ts";

/**
 * Remembers that the reader has opened a book. The server does so, too, but does not see that a preloaded or cached
 * page is opened.
 * @param readerId null: nothing is remembered
 */
export function useRecentBooks(bookId: string, readerId: string | null): void {
  useEffect(() => {
    if (readerId === null) return;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
    document.cookie = recentBooksCookie(document.cookie, { readerId, bookId }, location);
  }, [bookId, readerId]);
}
