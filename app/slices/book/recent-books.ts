import { readCookie, serializeCookie } from "#app/core/lib/cookie.ts";

const NAME = "recent-books";
const MONTH_SECONDS = 30 * 24 * 60 * 60;
/** How many books are kept (docs/books.md, Numbers). */
const KEPT = 4;

/** The books that a reader opened last, by id, the last one first. */
interface RecentBooks {
  /** Whose they are: another person at the same browser sees nothing of them. */
  readerId: string;
  ids: string[];
}

/** The recent books in a Cookie header or document.cookie; null if there are none. */
export function readRecentBooks(cookies: string | null): RecentBooks | null {
  const [readerId, ...ids] = readCookie(cookies, NAME)?.split(".") ?? [];
  if (!readerId || ids.length > KEPT || ![readerId, ...ids].every((id) => /^[\w-]{1,50}$/.test(id)))
    return null;
  return { readerId, ids };
}

/**
 * The cookie that puts a book before the others.
 * @param cookies the Cookie header or document.cookie
 */
export function recentBooksCookie(
  cookies: string | null,
  { readerId, bookId }: { readerId: string; bookId: string },
  url: { protocol: string },
): string {
  const before = readRecentBooks(cookies);
  const others = before?.readerId === readerId ? before.ids.filter((id) => id !== bookId) : [];
  const value = [readerId, bookId, ...others].slice(0, 1 + KEPT).join(".");
  return serializeCookie({ name: NAME, value, maxAge: MONTH_SECONDS }, url);
}
