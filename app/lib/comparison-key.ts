/**
 * Folds a text for comparison: two names or titles are "the same" if their keys are equal. Ignores case, accents
 * (Latin, Greek, Cyrillic, Arabic vowel signs and hamza seats), width, and the amount of white space. Lists are ordered
 * by it, too. Nothing else folds text, and uniqueness depends on it: a change here needs a migration that recomputes
 * every stored key.
 *
 * @param text any text, or nothing
 * @returns the key; "" for nothing, so that all missing texts share one key
 */
export function comparisonKey(text: string | null | undefined): string {
  return (text ?? "")
    .normalize("NFKD")
    .replace(/[\p{M}\u0640]/gu, "") // combining marks, and the Arabic tatweel, which only stretches a word
    .toLowerCase() // "ẞ" becomes "SS" only by way of "ß"
    .toUpperCase() // and lower case again: now "ß" equals "SS", and "ς" equals "σ"
    .toLowerCase()
    .replaceAll("ς", "σ")
    .replace(/\s+/gu, " ")
    .trim();
}
