import type { ParseKeys } from "i18next";
import Papa from "papaparse";
import { original } from "#app/core/lists/csv-formula.ts";
import type { Encoding } from "./encodings.ts";
import { type KnownColumns, nameKey, type ReadColumn } from "./file-columns.ts";
import { cut, DELIMITERS, findHeader, firstRows, type Header, isFilled, namesOf } from "./file-header.ts";
import { type FileObjection, readText } from "./file-text.server.ts";

// A CSV file of a kind, as text becomes rows.

/** How large a file may be (docs/books.md, Numbers). */
export const MAX_MEGABYTES = 5;

/** How many names of columns are kept for the preview. */
const NAMES_KEPT = 50;

/** A longer value is refused, so it is not made into another one: patterns are slow on pages of text. */
const LONGEST_READ = 1000;

/** A kind of file. */
export interface FileKind<Field extends string, As extends string> {
  /** Its columns by their names. */
  known: KnownColumns<Field | As | "title">;
  /** What the preview says that was read. */
  fields: readonly Field[];
  /** How many rows it may have, and what is said of one that has more. */
  maxRows: number;
  tooManyRows: ParseKeys;
}

/** A row of a file. */
export interface Line<As extends string> {
  /** Its number as spreadsheets count: the first row is 1, blank ones count. */
  number: number;
  /** The value of a column; "" of one that the file lacks. */
  value: (as: As) => string;
  /** Whether the file has a column. */
  has: (as: As) => boolean;
  /** The values beyond the named columns. */
  beyond: string[];
}

/** What a preview says of a file beside its rows. */
export interface FileFacts<Field extends string = string> {
  /** The names of the columns that are read, by what they are read as. */
  read: { field: Field; names: string[] }[];
  /** The columns that are not read. One without a name has values. */
  unread: { name: string; number: number }[];
  /** How many more are not read. */
  unreadMore: number;
  /** What stands above the names of the columns. */
  above: string;
  /** The encoding that was recognised or named, if it is not Unicode. */
  encoding: Encoding | null;
  /** The name of the column of tags, if its entries are looked at as genres. */
  tags?: string | null;
}

/**
 * Reads the rows of a file.
 * @param encoding the encoding that the reader has named; null if none
 */
export function readLines<Field extends string, As extends string>(
  bytes: ArrayBuffer,
  encoding: Encoding | null,
  kind: FileKind<Field, As>,
): { ok: true; lines: Line<Field | As | "title">[]; facts: FileFacts<Field> } | FileObjection {
  const decoded = readText(bytes, encoding);
  if (!decoded.ok) return decoded;
  // Excel's line that names the separator. Spreadsheets don't show it, so it counts as no row.
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

/** A row as it was parsed. */
interface Cells {
  cells: string[];
  number: number;
}

/**
 * The rows below the names of the columns that are not blank: one more than there may be at most.
 *
 * Tab-separated files come with quotation marks around values, as from Excel, or without, as from LibraryThing, where a title may
 * begin with one. A mark that does not end, or ends behind a tab, is a part of its value.
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
  // Doubled marks inside marks: the file does put them around values, and one of them is wrong.
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

/** Makes rows of the cells of a file. */
function lineReader<As extends string>({ columns, names }: Header<As>): (line: Cells) => Line<As> {
  const keys = names.map(nameKey);
  // What was exported here, or the rows that an import has left out.
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

/** The authors of a row, those of a column of further ones included. */
export function authorsIn({ value, has }: Line<"author" | "more">): string {
  if (!has("more")) return value("author");
  // Goodreads puts two spaces into some names.
  const all = [value("author"), value("more")].join(", ").replace(/\s+/g, " ");
  return all.replace(/^, |, $/g, "");
}

/**
 * The value of a cell without the apostrophes that keep a spreadsheet from reading a formula.
 * @param isOurs whether the file is an export of ours. In others only one at the beginning counts, and a value between two
 *   apostrophes is left as it is
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
