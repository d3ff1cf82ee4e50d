import { data } from "react-router";
import * as z from "zod";
import { base64url, fromBase64url } from "#app/lib/bytes.ts";

/**
 * A place in a list, as a URL carries it: the sort keys of the row it comes after. It holds all it needs, as the
 * row may be gone by then.
 */
export function formatCursor(keys: (string | number)[]): string {
  return base64url(new TextEncoder().encode(JSON.stringify(keys)));
}

/**
 * The inverse of {@link formatCursor}.
 * @param keys the types of the sort keys
 * @returns the keys, or null for the first page
 * @throws a 404 response where the text is no cursor of this list: a page that does not exist
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
