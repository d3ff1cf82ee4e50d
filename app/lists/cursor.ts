import { data } from "react-router";
import * as z from "zod";
import { base64url, fromBase64url } from "#app/lib/bytes.ts";

/**
 * Formats a place in a list for a URL. A cursor holds the sort keys of the row before that place, and not the row's id, as
 * the row may be deleted meanwhile.
 */
export function formatCursor(keys: (string | number)[]): string {
  return base64url(new TextEncoder().encode(JSON.stringify(keys)));
}

/**
 * The inverse of {@link formatCursor}.
 * @param keys the types of the sort keys
 * @returns the keys, or null for the first page
 * @throws a 404 response where the text is not a cursor of this list
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

/** The keys of a list by address. */
export const emailKeys = z.tuple([z.string()]) as z.ZodType<[string]>;
/** The keys of a list by time. */
export const timeKeys = z.tuple([z.number(), z.string()]) as z.ZodType<[number, string]>;
/** The keys of a list of search results. */
export const rowKeys = z.tuple([z.number()]) as z.ZodType<[number]>;
