/**
 * The version of the keys that tables store. Raise it with every change to what {@link comparisonKey} returns: the cron then
 * computes the stored keys anew (docs/decisions/0061). A test holds the keys of known texts.
 */
export const KEY_VERSION = 2;

/**
 * The longest key, in UTF-16 code units: room for every name and title in most scripts, and so few that three of them fit into the
 * cursor of a list. NFKD makes 18 letters of U+FDFA.
 */
export const MAX_KEY_LENGTH = 300;

/** How many characters the digest of a longer key has. */
const DIGEST_LENGTH = 13;

/**
 * Marks that readers leave out: accents, vowel signs and points. Not the vowels of Indic scripts and Thai, nor the marks of Japanese
 * that make another consonant: without them it is another word.
 */
const MARKS =
  /(?![\u3099\u309a])(?=\p{M})[\p{sc=Zinh}\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Arab}\p{sc=Hebr}\p{sc=Syrc}]/gu;

/** What can't be seen, such as soft hyphens and joiners (UAX #44), marks of annotation, and the tatweel, which stretches a word. */
const IGNORED = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\u0640]/gu;

/** Apostrophes of their own, of which NFKD makes a space with an accent. */
const SPACING_APOSTROPHES = /[\u00b4\u1fbd\u1fbf\u1ffd\u1ffe]/g;

/** What is read as another character, by that one. Lower case, after NFKD and without marks. */
const READ_AS = {
  // UTS #39, confusables of the apostrophe that are no letters, and single quotation marks (CLDR, delimiters).
  "'": "`‘’‚‛′‵ʹʻʼʽʾʿˈꞌ՚׳‹›",
  // The same of the straight quotation mark.
  '"': "“”„‟″‶״«»〝〞〟",
  "/": "\u2044", // NFKD makes it of "½"
  // CLDR, Latin-ASCII: letters that Unicode does not take apart.
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
  // Apache Lucene, ArabicNormalizer and PersianNormalizer. Alef, waw and yeh with hamza are taken apart by NFKD. Not "ے": in Urdu it
  // makes another word.
  ا: "ٱ",
  ي: "ىی",
  ك: "کڪ",
  ه: "ةہە",
};

const LETTERS = new Map(
  Object.entries(READ_AS).flatMap(([plain, letters]) => [...letters].map((letter) => [letter, plain])),
);

/**
 * Folds a text for comparison, as people read it. These are the same:
 *
 * - capital and small letters, by Unicode's full mapping ("ß" and "SS", "ς" and "σ");
 * - letters with and without accents, vowel signs or points;
 * - what Unicode calls compatible (NFKD): ligatures such as "ﬁ", full width, presentation forms, superscripts, hard spaces;
 * - Latin letters with and without a stroke, bar or hook, and "æ" and "ae": CLDR's transform Latin-ASCII;
 * - Arabic letters that are typed for each other, such as "ی" and "ي", "ة" and "ه": Lucene's normalizers for Arabic and Persian;
 * - digits of every script by their value (General_Category Nd);
 * - apostrophes, straight or typographic; quotation marks likewise (UTS #39); and everything that Unicode calls a Dash;
 * - a text with and without what can't be seen (Default_Ignorable_Code_Point), and any amount of white space.
 *
 * It depends on the Unicode data of the runtime only for characters that are younger than the runtime.
 *
 * @returns a text of any length, also up to 18 times as long. What is stored is a {@link comparisonKey}
 */
export const foldText = (text: string): string =>
  text
    .replace(SPACING_APOSTROPHES, "'")
    .normalize("NFKD")
    .replace(IGNORED, "")
    .replace(MARKS, "")
    .toLowerCase() // "ẞ" becomes "SS" only by way of "ß"
    .toUpperCase() // and lower case again: now "ß" equals "SS", and "ς" equals "σ"
    .toLowerCase()
    .replaceAll("ς", "σ")
    .replace(/\p{Dash}/gu, "-")
    .replace(/[`\u0080-\u{10ffff}]/gu, (letter) => LETTERS.get(letter) ?? digitOf(letter))
    .replace(/[\s\p{Cc}\u2800]+/gu, " ")
    .trim();

/** A decimal digit as ASCII has it; any other character as it is. Those of a script follow each other from 0 to 9 (UAX #44). */
function digitOf(letter: string): string {
  const isDigit = (code: number) => /^\p{Nd}$/u.test(String.fromCodePoint(code));
  const code = letter.codePointAt(0) ?? 0;
  if (!isDigit(code)) return letter;
  let before = 0;
  while (isDigit(code - before - 1)) before++;
  return String(before % 10);
}

/**
 * The key of a name or title: two are "the same" if their keys are equal. It is the text folded ({@link foldText}); of a longer one
 * than {@link MAX_KEY_LENGTH} it is the beginning, with a digest of the whole. Lists are ordered by it, and searches look in it.
 * Uniqueness depends on it, and tables store it: see {@link KEY_VERSION} before you change it.
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

/** The FNV-1a hash of 64 bits, in base 36. Whoever makes two long texts with the same one has only their own titles refused. */
export function digest(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (let n = 0; n < text.length; n++) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(n))) * 0x100000001b3n);
  }
  return hash.toString(36).padStart(DIGEST_LENGTH, "0");
}
