import { comparisonKey } from "#app/core/lib/comparison-key.ts";

/**
 * Whether a label contains every word of a term, by the rule of the server's searches (lists/search/search.server.ts).
 * Three letters or more match anywhere in a word of the label, fewer only at its beginning.
 */
export function matchesTerm(label: string, term: string): boolean {
  const text = ` ${comparisonKey(label)}`;
  return comparisonKey(term)
    .split(" ")
    .every((word) => text.includes([...word].length < 3 ? ` ${word}` : word));
}
