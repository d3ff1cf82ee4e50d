import type { Encoding } from "./encodings.ts";
import { BOOK_COLUMNS, FIELDS, type Field } from "./file-columns.ts";
import { authorsIn, type FileFacts, type Line, readLines } from "./file-lines.server.ts";
import type { FileObjection } from "./file-text.server.ts";

// A CSV file of books. Whether its rows are right, book-import.server.ts says.

const BOOK_FILE = {
  known: BOOK_COLUMNS,
  fields: FIELDS,
  // docs/books.md, Numbers.
  maxRows: 10_000,
  tooManyRows: "import:errors.tooManyRows",
} as const;

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

/**
 * Reads the rows of a file.
 * @param encoding the encoding that the reader has named; null if none
 */
export function readBookFile(
  bytes: ArrayBuffer,
  encoding: Encoding | null,
): { ok: true; rows: FileRow[]; facts: FileFacts<Field> } | FileObjection {
  const file = readLines(bytes, encoding, BOOK_FILE);
  return file.ok ? { ok: true, rows: file.lines.map(rowOf), facts: file.facts } : file;
}

const rowOf = (line: Line<Field | "more" | "tags">): FileRow => ({
  title: line.value("title"),
  author: authorsIn(line),
  genre: line.value("genre"),
  publisher: line.value("publisher"),
  number: line.number,
  beyond: line.beyond,
  ...(line.has("tags") && { tags: tagsIn(line.value("tags")) }),
});

const tagsIn = (value: string) =>
  value
    .split(/[,;|]/, TAGS_PER_ROW)
    .map((tag) => tag.trim())
    .filter(Boolean);
