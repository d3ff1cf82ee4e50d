/**
 * Where a spreadsheet may find a formula in a text: at one of the signs that begin one (OWASP, CSV Injection; full-width ones
 * included), first in the text, or first after what may end a cell. In most of Europe that is a semicolon, whatever the file is
 * separated by, and no quotes around the text help, as they are in the middle of the cell that it finds. White space and quotes before the
 * sign are dropped by some.
 *
 * Apostrophes before the sign belong to it: the text gets one more, and the import takes one away.
 */
const FORMULA = /(^|[;\t\r\n])([\s"]*)('*)(?=[=+\-@＝＋－＠])/g;
const DEFUSED = /(^|[;\t\r\n])([\s"]*)'('*)(?=[=+\-@＝＋－＠])/g;

/** White space that a spreadsheet drops may hide a formula, too. */
const BEGINNING = /^'*(?=[\t\r\n])/;
const DEFUSED_BEGINNING = /^'('*)(?=[\t\r\n])/;

/** A text for a CSV file, in which no spreadsheet finds a formula: an apostrophe makes a text of what follows. */
export const defuse = (text: string) => text.replace(FORMULA, "$1$2'$3").replace(BEGINNING, "'$&");

/** The text that {@link defuse} was given. */
export const original = (cell: string) => cell.replace(DEFUSED_BEGINNING, "$1").replace(DEFUSED, "$1$2$3");
