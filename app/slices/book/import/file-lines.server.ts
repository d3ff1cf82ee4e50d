import type { ParseKeys } from "i18next";
import Papa from "papaparse";
import { original } from "#app/core/lists/csv/csv-formula.ts";
import type { Encoding } from "./encodings.ts";
import { type KnownColumns, nameKey, type ReadColumn } from "./file-columns.ts";
import { cut, DELIMITERS, findHeader, firstRows, type Header, isFilled, namesOf } from "./file-header.ts";
import { type FileObjection, readText } from "./file-text.server.ts";

// Splits the text of a CSV file into rows.

/** How large a file may be (docs/books.md, Numbers). */
export const MAX_MEGABYTES = 5;

/** How many names of columns the preview keeps. */
const NAMES_KEPT = 50;

/** Longer values will be refused. They are not converted, because regular expressions are slow on pages of text. */
const LONGEST_READ = 1000;

/** A kind of file. */
export interface FileKind<Field extends string, As extends string> {
  /** The columns of a file, by name. */
  known: KnownColumns<Field | As | "title">;
  /** The fields that the preview lists in its summary. */
  fields: readonly Field[];
  /** The row limit, and the error message for a file with more rows. */
  maxRows: number;
  tooManyRows: ParseKeys;
}

/** A row of a file. */
export interface Line<As extends string> {
  /** The number of the row in a spreadsheet: the first row is 1, and blank rows are counted, too. */
  number: number;
  /** The value of a column; "" if the file does not have it. */
  value: (as: As) => string;
  /** Whether the file has a column. */
  has: (as: As) => boolean;
  /** The values in the cells after the last named column. */
  beyond: string[];
}

/** The summary of a file itself, for a preview. */
export interface FileFacts<Field extends string = string> {
  /** The names of the columns that are read, by field. */
  read: { field: Field; names: string[] }[];
  /** The names of the columns that are not read. An unnamed column is listed if it has values. */
  unread: { name: string; number: number }[];
  /** How many more columns are not read. */
  unreadMore: number;
  /** The text above the names of the columns. */
  above: string;
  /** The encoding, recognised or selected by the reader, if it is not Unicode. */
  encoding: Encoding | null;
  /** The name of the column of tags, if these tags are compared with the names of genres. */
  tags?: string | null;
}

/**
 * Reads the rows of a file.
 * @param encoding the encoding that the reader has selected; null if none
 */
export function readLines<Field extends string, As extends string>(
  bytes: ArrayBuffer,
  encoding: Encoding | null,
  kind: FileKind<Field, As>,
): { ok: true; lines: Line<Field | As | "title">[]; facts: FileFacts<Field> } | FileObjection {
  const decoded = readText(bytes, encoding);
  if (!decoded.ok) return decoded;
  // Excel's line that names the delimiter. Spreadsheets don't show it, so it is not counted as a row.
  const [separatorLine = "", named] = /^\s*"?sep=([^"\n])"?[,;\s]*?(?:\n|$)/i.exec(decoded.text) ?? [];
  const text = decoded.text.slice(separatorLine.length);
  const delimiters = named ? [named] : DELIMITERS;
  const header = findHeader(text, delimiters, kind.known);
  if (!header) {
    const [first = []] = firstRows(text, delimiters).filter(isFilled);
    return isFilled(first)
      ? { ok: false, message: "import:errors.noTitle", values: { columns: namesOf(first) } }
      : { ok: false, message: "import:errors.empty" };
  }
  const { columns, names } = header;
  const twice = Object.values<ReadColumn | undefined>(columns).find(
    (column) => column && names.map(nameKey).lastIndexOf(nameKey(column.name)) !== column.index,
  );
  if (twice) return { ok: false, message: "import:errors.repeatedColumn", values: { column: twice.name } };

  const parsed = parseRows(text, header, kind.maxRows);
  if (!parsed.ok) return parsed;
  const { lines } = parsed;
  if (lines.length === 0) return { ok: false, message: "import:errors.empty" };
  if (lines.length > kind.maxRows) return { ok: false, message: kind.tooManyRows };
  return {
    ok: true,
    lines: lines.map(lineReader(header)),
    facts: { ...factsOf(header, lines, kind.fields), encoding: decoded.encoding },
  };
}

/** A row as parsed. */
interface Cells {
  cells: string[];
  number: number;
}

/**
 * The rows below the names of the columns, without blank ones: at most one more than is allowed.
 *
 * In tab-separated files, values are quoted, as from Excel, or not, as from LibraryThing, where a title may begin with
 * a quotation mark. A quotation mark that is never closed, or is closed only after a tab, is part of its value.
 */
function parseRows(
  text: string,
  header: Header,
  maxRows: number,
): { ok: true; lines: Cells[] } | FileObjection {
  const parsed = parseLines(text, header, maxRows, false);
  const hasCell = ({ lines }: { lines: Cells[] }, is: (cell: string) => boolean) =>
    lines.some(({ cells }) => cells.some(is));
  if (header.delimiter !== "\t" || (parsed.ok && !hasCell(parsed, (cell) => cell.includes("\t")))) {
    return parsed;
  }
  const literal = parseLines(text, header, maxRows, true);
  // If the literal reading leaves doubled quotation marks inside a quoted value, the file does quote its
  // values, and one of them is malformed.
  const isQuoted = (cell: string) => cell.startsWith('"') && cell.endsWith('"') && cell.includes('""', 2);
  return literal.ok && hasCell(literal, isQuoted) ? parsed : literal;
}

function parseLines(
  text: string,
  { delimiter, number: headerAt }: Header,
  maxRows: number,
  isLiteral: boolean,
): { ok: true; lines: Cells[] } | FileObjection {
  const lines: Cells[] = [];
  let number = 0;
  let broken: number | null = null;
  Papa.parse<string[]>(text, {
    delimiter,
    newline: "\n",
    ...(isLiteral && { fastMode: true }),
    step: ({ data: cells, errors }, parser) => {
      number += 1;
      if (errors.some(({ type }) => type === "Quotes")) broken = number;
      if (number > headerAt && isFilled(cells)) lines.push({ cells, number });
      if (broken !== null || lines.length > maxRows) parser.abort();
    },
  });
  return broken === null
    ? { ok: true, lines }
    : { ok: false, message: "import:errors.quotes", values: { row: broken } };
}

/** Converts the cells of a file to rows. */
function lineReader<As extends string>({ columns, names }: Header<As>): (line: Cells) => Line<As> {
  const keys = names.map(nameKey);
  // A file that we wrote: an export, or the rows that an import has left out.
  const isOurs = ["created at", "updated at"].every((key) => keys.includes(key)) || keys[1] === "problem";
  return ({ cells, number }) => ({
    number,
    value: (as) => {
      const column = columns[as];
      const value = withoutApostrophe(column ? (cells[column.index] ?? "") : "", isOurs);
      return column && value.length <= LONGEST_READ ? column.read(value) : value;
    },
    has: (as) => columns[as] !== undefined,
    beyond: cells.slice(names.length).filter((cell) => cell.trim() !== ""),
  });
}

/** The authors of a row, including further ones. */
export function authorsIn({ value, has }: Line<"author" | "more">): string {
  if (!has("more")) return value("author");
  // Goodreads writes two spaces in some names.
  const all = [value("author"), value("more")].join(", ").replace(/\s+/g, " ");
  return all.replace(/^, |, $/g, "");
}

/**
 * Removes the apostrophes that keep a spreadsheet from reading a cell as a formula.
 * @param isOurs whether the file is our own export. In other files, only an apostrophe at the beginning is removed, and
 *   a value between two apostrophes does not change
 */
function withoutApostrophe(cell: string, isOurs: boolean): string {
  if (isOurs) return original(cell);
  return /^'+[=+\-@\t\r\n＝＋－＠]/.test(cell) && !cell.endsWith("'") ? cell.slice(1) : cell;
}

function factsOf<Field extends string>(
  { names, columns, above }: Header,
  lines: Cells[],
  fields: readonly Field[],
): Omit<FileFacts<Field>, "encoding"> {
  const isRead = new Set(Object.values(columns).map((column) => column?.index));
  const unread = names
    .map((name, n) => ({ name: cut(name), number: n + 1 }))
    .filter(({ number }) => !isRead.has(number - 1))
    .filter(({ name, number }) => name || lines.some(({ cells }) => cells[number - 1]?.trim()));
  return {
    read: fields.flatMap((field) => {
      const from = [columns[field], field === "author" ? columns.more : undefined];
      const its = from.flatMap((column) => (column ? [cut(column.name)] : []));
      return its.length > 0 ? [{ field, names: its }] : [];
    }),
    unread: unread.slice(0, NAMES_KEPT),
    unreadMore: Math.max(unread.length - NAMES_KEPT, 0),
    above,
    tags: columns.tags ? cut(columns.tags.name) : null,
  };
}
