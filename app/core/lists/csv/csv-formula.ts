/**
 * Where a spreadsheet may find a formula in a text. A formula starts with one of a few characters (OWASP, CSV
 * Injection; full-width ones included), at the start of the text or right after something that may end a
 * cell. In most of Europe that is a semicolon, whatever the file's own separator is. Quotes around the text
 * don't help there, because they end up in the middle of a cell. Some spreadsheets also drop white space and
 * quotes before the character.
 *
 * Apostrophes before the character count as part of it. The file gets one more, and an import removes one.
 */
const FORMULA = /(^|[;\t\r\n])([\s"]*)('*)(?=[=+\-@＝＋－＠])/g;
const DEFUSED = /(^|[;\t\r\n])([\s"]*)'('*)(?=[=+\-@＝＋－＠])/g;

/** White space that a spreadsheet drops may also hide a formula. */
const BEGINNING = /^'*(?=[\t\r\n])/;
const DEFUSED_BEGINNING = /^'('*)(?=[\t\r\n])/;

/** Makes a text safe for a CSV file. An apostrophe before each possible formula makes a spreadsheet read it as text. */
export const defuse = (text: string) => text.replace(FORMULA, "$1$2'$3").replace(BEGINNING, "'$&");

/** Reverses {@link defuse}. */
export const original = (cell: string) => cell.replace(DEFUSED_BEGINNING, "$1").replace(DEFUSED, "$1$2$3");
