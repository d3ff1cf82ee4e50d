// English grammar for the name of an entity.

/** English uses "an" before the sound of a vowel. "Unit" begins with the sound of "you", so it has "a". */
export const withArticle = (name: string): string =>
  `${/^(?!uni|use|eu|one)[aeiou]/.test(name) ? "an" : "a"} ${name}`;

/** The regular English plural of a name. */
export function pluralOf(name: string): string {
  if (/[^aeiou]y$/.test(name)) return name.replace(/y$/, "ies");
  return /(s|x|z|ch|sh)$/.test(name) ? `${name}es` : `${name}s`;
}
