import type { ParseKeys } from "i18next";
import Papa from "papaparse";

// A CSV file of books, as text becomes rows. Whether the rows are right, book-import.server.ts says.

/** Limits of a file (docs/product-books.md, Numbers). */
const MAX_ROWS = 10_000;
export const MAX_MEGABYTES = 5;

/** The columns that are read. `BOOK_COLUMNS` of the export have the same names. */
const COLUMNS = ["title", "author", "genre", "publisher"] as const;

type Column = (typeof COLUMNS)[number];

/** A row of a file. A column that the file lacks is "". */
export type FileRow = Record<Column, string> & {
  /** Its number as spreadsheets count: the names of the columns are row 1. */
  number: number;
  /** How many values it has beyond the named columns. */
  beyond: number;
};

/** Why a whole file can't be read: a translation key, and what it is told with. */
export interface FileObjection {
  ok: false;
  message: ParseKeys;
  values?: Record<string, string | number>;
}

/** What separates values: commas, or what Excel writes where the comma is the decimal sign, or tabs. */
const DELIMITERS = [",", ";", "\t"];

/** The columns that the first row names. */
const namesIn = (row: string[]) => row.map((name) => name.trim().toLowerCase());

/** Reads the rows of a file. @returns `ignored`, the columns that are not read */
export function readBookFile(
  bytes: ArrayBuffer,
): { ok: true; rows: FileRow[]; ignored: string[] } | FileObjection {
  const text = decode(bytes);
  if (text === null) return { ok: false, message: "import:errors.encoding" };
  const delimiter = delimiterOf(text);
  const { data, errors } = Papa.parse<string[]>(text, { delimiter, preview: 3 * MAX_ROWS });
  const quotes = errors.find(({ type }) => type === "Quotes");
  if (quotes) {
    return { ok: false, message: "import:errors.quotes", values: { row: (quotes.row ?? 0) + 1 } };
  }
  const [header = [], ...lines] = data;
  const names = namesIn(header);
  if (!names.includes("title")) {
    const columns = header.join(", ").slice(0, 200);
    return columns.trim() === "" && lines.length === 0
      ? { ok: false, message: "import:errors.empty" }
      : { ok: false, message: "import:errors.noTitle", values: { columns } };
  }
  const twice = COLUMNS.find((column) => names.indexOf(column) !== names.lastIndexOf(column));
  if (twice) return { ok: false, message: "import:errors.repeatedColumn", values: { column: twice } };

  const rows = lines
    .map((cells, n) => ({ cells, number: n + 2 }))
    // Spreadsheets leave empty rows at the end, some of them with separators.
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ""))
    .map(({ cells, number }) => ({ ...valuesOf(names, cells), number }));
  if (rows.length === 0) return { ok: false, message: "import:errors.empty" };
  if (rows.length > MAX_ROWS) {
    return { ok: false, message: "import:errors.tooManyRows" };
  }
  const ignored = header.filter((_, n) => names[n] && !COLUMNS.some((column) => column === names[n]));
  return { ok: true, rows, ignored };
}

/** The text of a file, without a byte order mark; null if it is none in UTF-8. */
function decode(bytes: ArrayBuffer): string | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}

/**
 * What separates the values of a file: that with which its first row names most of our columns. Guessing by the values, as the
 * parser can, goes wrong where titles have commas.
 */
function delimiterOf(text: string): string {
  const known = DELIMITERS.map((delimiter) => {
    const [header = []] = Papa.parse<string[]>(text, { delimiter, preview: 1 }).data;
    return namesIn(header).filter((name) => COLUMNS.some((column) => column === name)).length;
  });
  return DELIMITERS[known.indexOf(Math.max(...known))] ?? ",";
}

function valuesOf(names: string[], cells: string[]): Omit<FileRow, "number"> {
  const value = (column: Column) => withoutApostrophe(cells[names.indexOf(column)] ?? "");
  const beyond = cells.slice(names.length).filter((cell) => cell.trim() !== "").length;
  return {
    title: value("title"),
    author: value("author"),
    genre: value("genre"),
    publisher: value("publisher"),
    beyond,
  };
}

/** Takes away the apostrophe that keeps a spreadsheet from reading a formula, as our exports have it. */
const withoutApostrophe = (cell: string) => (/^'+[=+\-@\t\r\n＝＋－＠]/.test(cell) ? cell.slice(1) : cell);
