// What counts as one line of text, and as several lines, for all input: forms, API, imports (app/core/forms/fields.ts).

/**
 * Whether a text can be stored and read back unchanged. A NUL ends a text for many programs, and no HTML page or CSV
 * file can contain one. JSON can contain an unpaired surrogate, which UTF-8 can't.
 */
export const isStorable = (text: string) => text.isWellFormed() && !text.includes("\0");

/** Controls, and what Unicode calls mandatory line breaks (UAX #14, LB4 and LB5). */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
const LINE_BREAKS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
const CONTROLS_IN_LINES = /(?![\t\n])\p{Cc}/gu;

/**
 * One line of text, as it is stored: in Unicode's form NFC, trimmed. Controls and line breaks become one space, because
 * a browser drops them from a text field, and saving any other field of the form would then change the text. Joiners
 * stay: Persian, Arabic and Indic words need them, and so do emoji.
 */
export const oneLine = (text: string) =>
  text
    .normalize("NFC")
    .replace(CONTROLS, "\n")
    .replace(/ ?\n ?/g, " ")
    .trim();

/**
 * Several lines of text, as they are stored: like {@link oneLine}, but line breaks are kept, as "\n", and so are tabs.
 */
export const manyLines = (text: string) =>
  text.normalize("NFC").replace(LINE_BREAKS, "\n").replace(CONTROLS_IN_LINES, " ").trim();

/**
 * The characters that a space replaces in a name: white space, direction marks, and characters that are
 * invisible or have no meaning.
 */
const NOT_IN_NAMES = /[\s\p{Co}\p{Cn}\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]+/gu;

/**
 * A name, as it is stored: one line without direction marks, which could reverse the text around them, or turn
 * "gpj.exe" into "exe.jpg".
 */
export const plainName = (text: string) => oneLine(text).replace(NOT_IN_NAMES, " ").trim();

/**
 * Letters, numbers, symbols and punctuation, except those that show nothing: Unicode's Default_Ignorable_Code_Point
 * (UAX #44), such as the fillers of Hangul, and four that are blank by name in its list: BRAILLE PATTERN BLANK, MUSICAL
 * SYMBOL NULL NOTEHEAD and the two blank Egyptian hieroglyphs.
 */
const VISIBLE =
  /(?![\p{Default_Ignorable_Code_Point}\u2800\u{1d159}\u{13441}\u{13442}])[\p{L}\p{N}\p{S}\p{P}]/u;

/** Whether a text has a visible character. A link without one could be neither seen nor clicked. */
export const hasVisible = (text: string) => VISIBLE.test(text);
