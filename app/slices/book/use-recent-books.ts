import { useEffect } from "react";
import { recentBooksCookie } from "./recent-books.ts";

/**
 * Remembers that the reader has opened a book. The server also does so, but does not notice when a preloaded or cached
 * page is opened.
 * @param readerId if null, nothing is remembered
 */
export function useRecentBooks(bookId: string, readerId: string | null): void {
  useEffect(() => {
    if (readerId === null) return;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
    document.cookie = recentBooksCookie(document.cookie, { readerId, bookId }, location);
  }, [bookId, readerId]);
}
