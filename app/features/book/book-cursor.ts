import * as z from "zod";
import { base64url, fromBase64url } from "#app/lib/bytes.ts";

/** A place in the list of books: just after the book with these keys. */
export interface BookCursor {
  titleKey: string;
  authorKey: string;
}

const cursorSchema = z.tuple([z.string(), z.string()]);

/** A cursor as a URL carries it. It holds all it needs: the book it names may be gone by then. */
export function formatBookCursor({ titleKey, authorKey }: BookCursor): string {
  return base64url(new TextEncoder().encode(JSON.stringify([titleKey, authorKey])));
}

/** The inverse of {@link formatBookCursor}; null where the text is no cursor of ours. */
export function parseBookCursor(text: string): BookCursor | null {
  const bytes = fromBase64url(text);
  if (!bytes) return null;
  try {
    const json: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    const [titleKey, authorKey] = cursorSchema.parse(json);
    return { titleKey, authorKey };
  } catch {
    return null;
  }
}
