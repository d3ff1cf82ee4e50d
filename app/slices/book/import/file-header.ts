import Papa from "papaparse";
import { type Columns, columnsIn, type KnownColumns } from "./file-columns.ts";

// Finds the layout of a file of books: the delimiter, and the row with the names of the columns.

/** The names of the columns are expected within these limits. Blank lines, a title or a date may stand above them. */
const HEADER_WITHIN = { rows: 100, filledRows: 10, letters: 64 * 1024 };

/** How many characters of a name are kept. */
const NAME_LENGTH = 80;

/**
 * The known delimiters: commas, the semicolons that Excel writes where the comma is the decimal separator, tabs, and
 * bars.
 */
export const DELIMITERS = [",", ";", "\t", "|"];

/** The row with the names of the columns. */
export interface Header<As extends string = string> {
  delimiter: string;
  /** The row's number. */
  number: number;
  /** The names of the columns, without unnamed ones at the end. */
  names: string[];
  columns: Columns<As>;
  /** The text above the row. */
  above: string;
}

/** Whether a row is not blank. */
export const isFilled = (cells: string[]) => cells.some((cell) => cell.trim() !== "");

/** Finds the first line with a value. @returns its position, and how many lines are above it */
function firstFilledLine(text: string): { at: number; above: number } {
  let [at, above] = [0, 0];
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", at)) {
    if (/[^\s,;|"]/.test(text.slice(at, end))) break;
    at = end + 1;
    above += 1;
  }
  return { at, above };
}

/** The first rows with values, split at the delimiter that results in the most cells. */
export function firstRows(text: string, delimiters: string[]): string[][] {
  const { at } = firstFilledLine(text);
  const all = delimiters.map((delimiter) => beginningOf(text.slice(at), delimiter));
  const widths = all.map((rows) => rows.find(isFilled)?.length ?? 0);
  return all[widths.indexOf(Math.max(...widths))] ?? [];
}

const beginningOf = (text: string, delimiter: string) =>
  Papa.parse<string[]>(text.slice(0, HEADER_WITHIN.letters), {
    delimiter,
    newline: "\n",
    preview: HEADER_WITHIN.rows,
  }).data;

/**
 * Finds the delimiter and the row with the names of the columns. It picks the pair with which most columns
 * have known names. The parser could guess from the values, but titles with commas would mislead it.
 */
export function findHeader<As extends string>(
  text: string,
  delimiters: string[],
  known: KnownColumns<As | "title">,
): Header<As | "title"> | null {
  const first = firstFilledLine(text);
  const found = delimiters.flatMap((delimiter): Header<As | "title">[] => {
    const above: string[] = [];
    for (const [n, cells] of beginningOf(text.slice(first.at), delimiter).entries()) {
      const columns = columnsIn(known, cells);
      if (columns.title) {
        const names = cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== "") + 1);
        return [{ delimiter, number: first.above + n + 1, names, columns, above: namesOf(above) }];
      }
      if (isFilled(cells)) above.push(cells.filter((cell) => cell.trim() !== "").join(" "));
      if (above.length === HEADER_WITHIN.filledRows) break;
    }
    return [];
  });
  const counts = found.map(({ columns }) => Object.keys(columns).length);
  return found[counts.indexOf(Math.max(...counts))] ?? null;
}

/** Trims and shortens the name of a column. */
export const cut = (name: string) => name.trim().slice(0, NAME_LENGTH);

/** Joins names for a message. */
export const namesOf = (cells: string[]) => cells.map(cut).filter(Boolean).join(", ").slice(0, 500);
