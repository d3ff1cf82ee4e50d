import type { Encoding } from "./encodings.ts";
import { BOOK_COLUMNS, FIELDS, type Field } from "./file-columns.ts";
import { authorsIn, type FileFacts, type Line, readLines } from "./file-lines.server.ts";
import type { FileObjection } from "./file-text.server.ts";

// A CSV file of books. book-import.server.ts validates its rows.

const BOOK_FILE = {
  known: BOOK_COLUMNS,
  fields: FIELDS,
  // docs/books.md, Numbers.
  maxRows: 10_000,
  tooManyRows: "import:errors.tooManyRows",
} as const;

/** How many tags of a row are compared with the names of genres. */
const TAGS_PER_ROW = 20;

/** A row of a file. A column that the file does not have is "". */
export type FileRow = Record<Field, string> & {
  /** The number of the row in a spreadsheet: the first row is 1, and blank rows are counted, too. */
  number: number;
  /** The values in the cells after the last named column. */
  beyond: string[];
  /**
   * The tags of a row, one of which may name a genre. Absent unless the file has a column of tags but none of genres.
   */
  tags?: string[];
};

/**
 * Reads the rows of a file.
 * @param encoding the encoding that the reader has selected; null if none
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
