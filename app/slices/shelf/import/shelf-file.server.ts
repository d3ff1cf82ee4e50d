import type { Encoding } from "#app/slices/book/import/encodings.ts";
import { IDENTIFYING, type KnownColumns } from "#app/slices/book/import/file-columns.ts";
import {
  authorsIn,
  type FileFacts,
  type Line,
  readLines,
} from "#app/slices/book/import/file-lines.server.ts";
import type { FileObjection } from "#app/slices/book/import/file-text.server.ts";

// A CSV file of a shelf: our own, or an export of Goodreads or StoryGraph, as of 2026. shelf-import.server.ts validates
// its rows.

/** The fields of a book that are read. */
const FIELDS = ["title", "author", "state", "rating", "finishedOn", "note"] as const;

export type ShelfField = (typeof FIELDS)[number];

const SHELF_FILE_COLUMNS: KnownColumns<ShelfField | "more"> = {
  ...IDENTIFYING,
  state: { as: "state" },
  "exclusive shelf": { as: "state" },
  "read status": { as: "state" },
  rating: { as: "rating" },
  "my rating": { as: "rating" },
  "star rating": { as: "rating" },
  "finished on": { as: "finishedOn" },
  "date read": { as: "finishedOn" },
  "last date read": { as: "finishedOn" },
  note: { as: "note" },
  "my review": { as: "note" },
  review: { as: "note" },
};

const SHELF_FILE = {
  known: SHELF_FILE_COLUMNS,
  fields: FIELDS,
  // The limit of one request (docs/shelf.md).
  maxRows: 2000,
  tooManyRows: "reading:errors.tooManyRows",
} as const;

/** A row of a file. A column that the file does not have is "". */
export type ShelfRow = Record<ShelfField, string> & { number: number; beyond: string[] };

/**
 * Reads the rows of a file.
 * @param encoding the encoding that the reader has selected; null if none
 */
export function readShelfFile(
  bytes: ArrayBuffer,
  encoding: Encoding | null,
): { ok: true; rows: ShelfRow[]; facts: FileFacts<ShelfField> } | FileObjection {
  const file = readLines(bytes, encoding, SHELF_FILE);
  return file.ok ? { ok: true, rows: file.lines.map(rowOf), facts: file.facts } : file;
}

const rowOf = (line: Line<ShelfField | "more">): ShelfRow => ({
  number: line.number,
  title: line.value("title"),
  author: authorsIn(line),
  state: line.value("state").trim(),
  rating: line.value("rating").trim(),
  // Goodreads and StoryGraph write 2026/11/21.
  finishedOn: line.value("finishedOn").trim().replaceAll("/", "-"),
  // Goodreads writes the line breaks of a review as HTML.
  note: line.value("note").replace(/<br\s*\/?>\n?/gi, "\n"),
  beyond: line.beyond,
});
