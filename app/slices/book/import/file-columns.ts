// The columns of files of books, by the names that other apps give them. Sources: the CSV exports of Goodreads,
// StoryGraph, LibraryThing (tab-separated) and Calibre (Convert books > Create a catalogue), as of 2026.

/**
 * The names of columns in a kind of file, in lower case. If a file has several columns for the same field,
 * the column whose name is first in this list is read.
 */
export type KnownColumns<As extends string = string> = Readonly<Record<string, Known<As>>>;

/** How a column with a known name is read: `as` this field. */
interface Known<As extends string> {
  as: As;
  /** Converts a value to the one that we store. */
  read?: (value: string) => string;
  /** This column is read only if the file also has a column for `besides`. */
  besides?: As;
  /** This column is read only if the file has no column for `without`. */
  without?: As;
}

/** The fields of a book that are read. */
export const FIELDS = ["title", "author", "genre", "publisher"] as const;

export type Field = (typeof FIELDS)[number];

/** Calibre separates authors by "&". */
const separated = (names: string) => names.replace(/\s+&\s+/g, ", ");

/**
 * LibraryThing puts the family name first, and a "|" between two people. Names with brackets belong to organisations.
 */
const inOrder = (names: string) =>
  names
    .split("|")
    .map((name) => name.trim().replace(/^([^,()]+), ([^,()]+)$/, "$2 $1"))
    .filter(Boolean)
    .join(", ");

/** LibraryThing adds the year, the edition and more: "Knopf (1999), Edition: 1st, 300 pages". */
const withoutEdition = (publication: string) =>
  publication.replace(/\s*\([^()]*\d{4}[^()]*\).*$|,\s*(?:Edition:|\d+ pages).*$/su, "");

/**
 * The columns that identify a book, including the names of our form's fields in each language. "more": further authors.
 */
export const IDENTIFYING: KnownColumns<"title" | "author" | "more"> = {
  title: { as: "title" },
  titre: { as: "title" },
  العنوان: { as: "title" },
  kichwa: { as: "title" },
  author: { as: "author" },
  auteur: { as: "author" },
  المؤلف: { as: "author" },
  mwandishi: { as: "author" },
  authors: { as: "author", read: separated },
  "primary author": { as: "author", read: inOrder },
  "additional authors": { as: "more", besides: "author" },
  "secondary author": { as: "more", read: inOrder, besides: "author" },
};

/** The columns of a file of books. "tags" may contain the name of a genre. */
export const BOOK_COLUMNS: KnownColumns<Field | "more" | "tags"> = {
  ...IDENTIFYING,
  genre: { as: "genre" },
  التصنيف: { as: "genre" },
  aina: { as: "genre" },
  bookshelves: { as: "tags", without: "genre" },
  tags: { as: "tags", without: "genre" },
  publisher: { as: "publisher" },
  éditeur: { as: "publisher" },
  الناشر: { as: "publisher" },
  mchapishaji: { as: "publisher" },
  publication: { as: "publisher", read: withoutEdition },
};

/** A column of a file that is read. */
export interface ReadColumn {
  /** Counted from 0. */
  index: number;
  /** The name of the column in the file. */
  name: string;
  read: (value: string) => string;
}

/** For each field, the column of a file from which it is read. */
export type Columns<As extends string = string> = Partial<Record<As, ReadColumn>>;

/** Normalises the name of a column: "Author_Sort" becomes "author sort". */
export const nameKey = (name: string) =>
  name
    .normalize("NFC")
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, " ");

/** Finds the known columns among the cells of a row. */
export function columnsIn<As extends string>(known: KnownColumns<As>, cells: string[]): Columns<As> {
  const keys = cells.map(nameKey);
  const columns: Columns<As> = {};
  for (const [name, { as, read = String }] of Object.entries<Known<As>>(known)) {
    const index = keys.indexOf(name);
    if (index >= 0) columns[as] ??= { index, name: (cells[index] ?? "").trim(), read };
  }
  for (const { as, besides, without } of Object.values<Known<As>>(known)) {
    if ((besides && !columns[besides]) || (without && columns[without])) delete columns[as];
  }
  return columns;
}
