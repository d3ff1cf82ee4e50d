import { readCookie, serializeCookie } from "#app/core/lib/cookie.ts";

const NAME = "recent-books";
const MONTH_SECONDS = 30 * 24 * 60 * 60;
/** How many books the cookie remembers (docs/books.md, Numbers). */
const KEPT = 4;

/** The ids of the books that a reader opened last, most recent first. */
interface RecentBooks {
  /** The reader's id, so that another person who uses the same browser does not see these books. */
  readerId: string;
  ids: string[];
}

/** The recent books in a Cookie header or document.cookie; null without any. */
export function readRecentBooks(cookies: string | null): RecentBooks | null {
  const [readerId, ...ids] = readCookie(cookies, NAME)?.split(".") ?? [];
  if (!readerId || ids.length > KEPT || ![readerId, ...ids].every((id) => /^[\w-]{1,50}$/.test(id)))
    return null;
  return { readerId, ids };
}

/**
 * The cookie with a book added as the most recent one.
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
