import { foldText } from "#app/core/lib/comparison-key.ts";

/** How many words of a term are used: more than anyone types to find one thing. */
const MAX_WORDS = 16;

/** How many characters of a term are used: more than the longest name and title together have. */
const MAX_TERM = 1000;

/** The words of a search term, folded like the keys of rows. */
export const wordsOf = (term: string): string[] =>
  foldText(term.slice(0, MAX_TERM).toWellFormed()).split(" ").filter(Boolean).slice(0, MAX_WORDS);
