/**
 * The version of the keys that tables store. Raise it with every change to the results of {@link comparisonKey}: the
 * cron then recomputes the stored keys (docs/decisions/0061). A test checks the keys of known texts.
 */
export const KEY_VERSION = 2;

/**
 * The longest key, in UTF-16 code units: room for every name and title in most scripts, and short enough that three
 * keys fit into a list's cursor. (NFKD turns U+FDFA into 18 letters.)
 */
export const MAX_KEY_LENGTH = 300;

/** The length of the digest at the end of a shortened key, in characters. */
const DIGEST_LENGTH = 13;

/**
 * Marks that people leave out when they type: accents, vowel signs and points. Not the vowels of Indic
 * scripts and Thai, nor the Japanese marks that change a consonant, because without them a word becomes
 * another word.
 */
const MARKS =
  /(?![\u3099\u309a])(?=\p{M})[\p{sc=Zinh}\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Arab}\p{sc=Hebr}\p{sc=Syrc}]/gu;

/**
 * Invisible characters, such as soft hyphens and joiners (UAX #44), annotation marks, and the tatweel, which stretches
 * a word.
 */
const IGNORED = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\u0640]/gu;

/** Spacing apostrophes, which NFKD turns into a space with an accent. */
const SPACING_APOSTROPHES = /[\u00b4\u1fbd\u1fbf\u1ffd\u1ffe]/g;

/** Each value lists characters that are read as the key. All are lower case, after NFKD and without marks. */
const READ_AS = {
  // UTS #39: what looks like an apostrophe and is not a letter; and single quotation marks (CLDR, delimiters).
  "'": "`‘’‚‛′‵ʹʻʼʽʾʿˈꞌ՚׳‹›",
  // Characters that are read as the straight quotation mark.
  '"': "“”„‟″‶״«»〝〞〟",
  "/": "\u2044", // NFKD turns "½" into 1, this slash and 2
  // CLDR, Latin-ASCII: letters that Unicode does not decompose.
  a: "ⱥ",
  b: "ƀƃɓ",
  c: "ƈȼɕ",
  d: "ðđɖɗƌȡ",
  e: "ɇɛ",
  f: "ƒ",
  g: "ǥɠɡ",
  h: "ħɦⱨ",
  i: "ɨ",
  j: "ɉȷɟ",
  k: "ƙⱪ",
  l: "łƚɫɬɭⱡ",
  m: "ɱ",
  n: "ŋɲƞɳ",
  o: "ø",
  p: "ƥᵽ",
  q: "ĸ",
  r: "ɍɽɾ",
  s: "ʂȿ",
  t: "ŧƫƭʈⱦ",
  u: "ʉ",
  v: "ʋ",
  y: "ƴɏ",
  z: "ƶȥɀⱬ",
  ae: "æ",
  oe: "œ",
  th: "þ",
  hv: "ƕ",
  // Apache Lucene, ArabicNormalizer and PersianNormalizer. NFKD decomposes alef, waw and yeh with hamza. Not "ے": in
  // Urdu it makes another word.
  ا: "ٱ",
  ي: "ىی",
  ك: "کڪ",
  ه: "ةہە",
};

const LETTERS = new Map(
  Object.entries(READ_AS).flatMap(([plain, letters]) => [...letters].map((letter) => [letter, plain])),
);

/**
 * Folds a text, so that texts that people read as the same become equal:
 *
 * - capital and small letters, by Unicode's full mapping ("ß" and "SS", "ς" and "σ");
 * - letters with and without accents, vowel signs or points;
 * - what Unicode calls compatible (NFKD): ligatures such as "ﬁ", full width, presentation forms,
 *   superscripts, hard spaces;
 * - Latin letters with and without a stroke, bar or hook, and "æ" and "ae": CLDR's transform Latin-ASCII;
 * - Arabic letters that people type for each other, such as "ی" and "ي", "ة" and "ه": Lucene's normalizers
 *   for Arabic and Persian;
 * - digits of every script by their value (General_Category Nd);
 * - apostrophes, straight or typographic; quotation marks likewise (UTS #39); and everything that Unicode
 *   calls a Dash;
 * - a text with and without invisible characters (Default_Ignorable_Code_Point), and any amount of white
 *   space.
 *
 * Runtimes with different Unicode versions differ only in characters that one of them doesn't know.
 *
 * @returns a text of any length, up to 18 times as long. To store it, use {@link comparisonKey}
 */
export const foldText = (text: string): string =>
  text
    .replace(SPACING_APOSTROPHES, "'")
    .normalize("NFKD")
    .replace(IGNORED, "")
    .replace(MARKS, "")
    .toLowerCase() // "ẞ" becomes "SS" only by way of "ß"
    .toUpperCase() // and lower case again: "ß" now equals "SS", and "ς" equals "σ"
    .toLowerCase()
    .replaceAll("ς", "σ")
    .replace(/\p{Dash}/gu, "-")
    .replace(/[`\u0080-\u{10ffff}]/gu, (letter) => LETTERS.get(letter) ?? digitOf(letter))
    .replace(/[\s\p{Cc}\u2800]+/gu, " ")
    .trim();

/**
 * A decimal digit as its ASCII digit; any other character unchanged. A script's digits are consecutive, from 0 to 9
 * (UAX #44).
 */
function digitOf(letter: string): string {
  const isDigit = (code: number) => /^\p{Nd}$/u.test(String.fromCodePoint(code));
  const code = letter.codePointAt(0) ?? 0;
  if (!isDigit(code)) return letter;
  let before = 0;
  while (isDigit(code - before - 1)) before++;
  return String(before % 10);
}

/**
 * The key of a name or title. Two names are "the same" if their keys are equal. The key is the folded text
 * ({@link foldText}); if that is longer than {@link MAX_KEY_LENGTH}, it is shortened and gets a digest of the
 * whole. Lists are sorted by the key, and searches look in it. Uniqueness depends on the key, and tables
 * store it: see {@link KEY_VERSION} before you change it.
 *
 * @param text any text, or nothing
 * @returns the key; "" for nothing, so that all missing texts share one key
 */
export function comparisonKey(text: string | null | undefined): string {
  const folded = foldText(text ?? "");
  if (folded.length <= MAX_KEY_LENGTH) return folded;
  const beginning = folded.slice(0, MAX_KEY_LENGTH - DIGEST_LENGTH - 1).replace(/[\ud800-\udbff]$/, "");
  return `${beginning.trimEnd()} ${digest(folded)}`;
}

/**
 * The 64-bit FNV-1a hash, in base 36. Anyone who forces a collision only makes two of their own long titles
 * count as the same.
 */
export function digest(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (let n = 0; n < text.length; n++) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(n))) * 0x100000001b3n);
  }
  return hash.toString(36).padStart(DIGEST_LENGTH, "0");
}
