import { useEffect } from "react";
import { recentBooksCookie } from "./recent-books.ts";

/**
 * Notes that the reader has opened a book. The server does so, too, but a page that was preloaded or is cached asks it for nothing.
 * @param readerId null: nobody's, and nothing is noted
 */
export function useRecentBooks(bookId: string, readerId: string | null): void {
  useEffect(() => {
    if (readerId === null) return;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
    document.cookie = recentBooksCookie(document.cookie, { readerId, bookId }, location);
  }, [bookId, readerId]);
}
