/**
 * Folds a text to what decides whether two names or titles are "the same": without regard to
 * case, accents (Latin, Greek, Cyrillic, Arabic vowel signs and hamza seats), width, or the amount of white
 * space. It is also the order of the lists. The only place that does this: uniqueness rests on it, so a change
 * here needs a migration that recomputes every stored key.
 *
 * @param text any text, or nothing
 * @returns the key; "" for nothing, so that all that have none have the same
 */
export function comparisonKey(text: string | null | undefined): string {
  return (text ?? "")
    .normalize("NFKD")
    .replace(/[\p{M}\u0640]/gu, "") // combining marks, and the Arabic tatweel, which only stretches a word
    .toLowerCase() // "ẞ" has a way to "SS" only by "ß"
    .toUpperCase() // and down once more: "ß" and "SS", "ς" and "σ" meet
    .toLowerCase()
    .replaceAll("ς", "σ")
    .replace(/\s+/gu, " ")
    .trim();
}
