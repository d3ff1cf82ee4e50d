import { data } from "react-router";
import * as z from "zod";
import { base64url, fromBase64url } from "#app/core/lib/bytes.ts";

/** The longest cursor, in characters: three sort keys of the greatest length, in the widest characters of UTF-8. */
export const MAX_CURSOR_LENGTH = 4000;

/**
 * Encodes a position in a list for a URL. A cursor holds the sort keys of the row before that position instead of the
 * row's id, because the row may be deleted in the meantime.
 */
export function formatCursor(keys: (string | number)[]): string {
  return base64url(new TextEncoder().encode(JSON.stringify(keys)));
}

/**
 * The inverse of {@link formatCursor}.
 * @param keys the schema of the sort keys
 * @returns the keys, or null for the first page
 * @throws a 404 response if the text isn't a cursor of this list
 */
export function parseCursor<Keys>(text: string | null, keys: z.ZodType<Keys>): Keys | null {
  if (!text) return null;
  const bytes = fromBase64url(text);
  try {
    const json: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes ?? undefined));
    return keys.parse(json);
  } catch {
    throw data(null, { status: 404 });
  }
}

/** Sort keys of a list ordered by time. */
export const timeKeys = z.tuple([z.number(), z.string()]) as z.ZodType<[number, string]>;
/** Sort keys of a list of search results. */
export const rowKeys = z.tuple([z.number()]) as z.ZodType<[number]>;
