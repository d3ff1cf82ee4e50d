import Papa from "papaparse";
import { original } from "#app/core/lists/csv-formula.ts";
import type { Encoding } from "./encodings.ts";
import { FIELDS, type Field, nameKey, type ReadColumn } from "./file-columns.ts";
import { cut, DELIMITERS, findHeader, firstRows, type Header, isFilled, namesOf } from "./file-header.ts";
import { type FileObjection, readText } from "./file-text.server.ts";

// A CSV file of books, as text becomes rows. Whether the rows are right, book-import.server.ts says.

/** Limits of a file (docs/books.md, Numbers). */
const MAX_ROWS = 10_000;
export const MAX_MEGABYTES = 5;

/** How many names of columns are kept for the preview. */
const NAMES_KEPT = 50;

/** A longer value is refused, so it is not made into another one: patterns are slow on pages of text. */
const LONGEST_READ = 1000;

/** How many entries of a column of tags are looked at as the name of a genre. */
const TAGS_PER_ROW = 20;

/** A row of a file. A column that the file lacks is "". */
export type FileRow = Record<Field, string> & {
  /** Its number as spreadsheets count: the first row is 1, blank ones count. */
  number: number;
  /** The values beyond the named columns. */
  beyond: string[];
  /** The entries of a column that may hold a genre, if the file has one instead of a genre. */
  tags?: string[];
};

/** What a preview says of a file beside its rows. */
export interface FileFacts {
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
  tags: string | null;
}

/**
 * Reads the rows of a file.
 * @param encoding the encoding that the reader has named; null if none
 */
export function readBookFile(
  bytes: ArrayBuffer,
  encoding: Encoding | null,
): { ok: true; rows: FileRow[]; facts: FileFacts } | FileObjection {
  const decoded = readText(bytes, encoding);
  if (!decoded.ok) return decoded;
  // Excel's line that names the separator. Spreadsheets don't show it, so it counts as no row.
  const [separatorLine = "", named] = /^\s*"?sep=([^"\n])"?[,;\s]*?(?:\n|$)/i.exec(decoded.text) ?? [];
  const text = decoded.text.slice(separatorLine.length);
  const delimiters = named ? [named] : DELIMITERS;
  const header = findHeader(text, delimiters);
  if (!header) {
    const [first = []] = firstRows(text, delimiters).filter(isFilled);
    return isFilled(first)
      ? { ok: false, message: "import:errors.noTitle", values: { columns: namesOf(first) } }
      : { ok: false, message: "import:errors.empty" };
  }
  const { columns, names } = header;
  const twice = Object.values(columns).find(
    ({ index, name }) => names.map(nameKey).lastIndexOf(nameKey(name)) !== index,
  );
  if (twice) return { ok: false, message: "import:errors.repeatedColumn", values: { column: twice.name } };

  const parsed = parseRows(text, header);
  if (!parsed.ok) return parsed;
  const { lines } = parsed;
  if (lines.length === 0) return { ok: false, message: "import:errors.empty" };
  if (lines.length > MAX_ROWS) return { ok: false, message: "import:errors.tooManyRows" };
  return {
    ok: true,
    rows: lines.map(rowReader(header)),
    facts: { ...factsOf(header, lines), encoding: decoded.encoding },
  };
}

/** A row with its number. */
interface Line {
  cells: string[];
  number: number;
}

/**
 * The rows below the names of the columns that are not blank: one more than there may be at most.
 *
 * Tab-separated files come with quotation marks around values, as from Excel, or without, as from LibraryThing, where a title may
 * begin with one. A mark that does not end, or ends behind a tab, is a part of its value.
 */
function parseRows(text: string, header: Header): { ok: true; lines: Line[] } | FileObjection {
  const parsed = parseLines(text, header, false);
  const hasCell = ({ lines }: { lines: Line[] }, is: (cell: string) => boolean) =>
    lines.some(({ cells }) => cells.some(is));
  if (header.delimiter !== "\t" || (parsed.ok && !hasCell(parsed, (cell) => cell.includes("\t")))) {
    return parsed;
  }
  const literal = parseLines(text, header, true);
  // Doubled marks inside marks: the file does put them around values, and one of them is wrong.
  const isQuoted = (cell: string) => cell.startsWith('"') && cell.endsWith('"') && cell.includes('""', 2);
  return literal.ok && hasCell(literal, isQuoted) ? parsed : literal;
}

function parseLines(
  text: string,
  { delimiter, number: headerAt }: Header,
  isLiteral: boolean,
): { ok: true; lines: Line[] } | FileObjection {
  const lines: Line[] = [];
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
      if (broken !== null || lines.length > MAX_ROWS) parser.abort();
    },
  });
  return broken === null
    ? { ok: true, lines }
    : { ok: false, message: "import:errors.quotes", values: { row: broken } };
}

/** Makes rows of the cells of a file. */
function rowReader({ columns, names }: Header): (line: Line) => FileRow {
  const keys = names.map(nameKey);
  // What was exported here, or the rows that an import has left out.
  const isOurs = ["created at", "updated at"].every((key) => keys.includes(key)) || keys[1] === "problem";
  const valueIn = (cells: string[], column: ReadColumn | undefined) => {
    const value = withoutApostrophe(column ? (cells[column.index] ?? "") : "", isOurs);
    return column && value.length <= LONGEST_READ ? column.read(value) : value;
  };
  return ({ cells, number }) => {
    const [author, more] = [valueIn(cells, columns.author), valueIn(cells, columns.more)];
    return {
      title: valueIn(cells, columns.title),
      // Goodreads puts two spaces into some names.
      author: columns.more
        ? [author, more]
            .join(", ")
            .replace(/\s+/g, " ")
            .replace(/^, |, $/g, "")
        : author,
      genre: valueIn(cells, columns.genre),
      publisher: valueIn(cells, columns.publisher),
      number,
      beyond: cells.slice(names.length).filter((cell) => cell.trim() !== ""),
      ...(columns.tags && { tags: tagsIn(valueIn(cells, columns.tags)) }),
    };
  };
}

const tagsIn = (value: string) =>
  value
    .split(/[,;|]/, TAGS_PER_ROW)
    .map((tag) => tag.trim())
    .filter(Boolean);

/**
 * The value of a cell without the apostrophes that keep a spreadsheet from reading a formula.
 * @param isOurs whether the file is an export of ours. In others only one at the beginning counts, and a value between two
 *   apostrophes is left as it is
 */
function withoutApostrophe(cell: string, isOurs: boolean): string {
  if (isOurs) return original(cell);
  return /^'+[=+\-@\t\r\n＝＋－＠]/.test(cell) && !cell.endsWith("'") ? cell.slice(1) : cell;
}

function factsOf({ names, columns, above }: Header, lines: Line[]): Omit<FileFacts, "encoding"> {
  const isRead = new Set(Object.values(columns).map(({ index }) => index));
  const unread = names
    .map((name, n) => ({ name: cut(name), number: n + 1 }))
    .filter(({ number }) => !isRead.has(number - 1))
    .filter(({ name, number }) => name || lines.some(({ cells }) => cells[number - 1]?.trim()));
  return {
    read: FIELDS.flatMap((field) => {
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
