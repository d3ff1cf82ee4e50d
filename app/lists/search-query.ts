import { comparisonKey } from "#app/lib/comparison-key.ts";

/** More words than anyone types to find one thing. */
const MAX_WORDS = 16;

/**
 * A search term as an FTS5 query on a column of words, each behind two spaces (migrations/0001_search.sql).
 * All words must be found: from three letters on anywhere in a word, below that at its beginning. Whatever was
 * typed is text to be found, never FTS5 syntax.
 *
 * @returns null where there is nothing to search for
 */
export function searchQuery(term: string): string | null {
  const words = comparisonKey(term).replaceAll("\0", "").split(" ").filter(Boolean).slice(0, MAX_WORDS);
  if (words.length === 0) return null;
  return words
    .map((word) => ([...word].length < 3 ? word.padStart(word.length + 3 - [...word].length) : word))
    .map((text) => `"${text.replaceAll('"', '""')}"`)
    .join(" AND ");
}
