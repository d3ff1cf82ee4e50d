// The columns of files of books, by the names that other apps give them. Sources: the CSV exports of Goodreads, StoryGraph,
// LibraryThing (tab-separated) and Calibre (Convert books > Create a catalogue), as of 2026.

/** What a column of a kind of file may be called, in lower case. Where several hold the same, the one named first is read. */
export type KnownColumns<As extends string = string> = Readonly<Record<string, Known<As>>>;

/** What a column of a file holds. */
interface Known<As extends string> {
  as: As;
  /** Makes of a value what we store. */
  read?: (value: string) => string;
  /** It is read only where this is. */
  besides?: As;
  /** It is read only where this is not. */
  without?: As;
}

/** What is read of a book. */
export const FIELDS = ["title", "author", "genre", "publisher"] as const;

export type Field = (typeof FIELDS)[number];

/** Calibre separates authors by "&". */
const separated = (names: string) => names.replace(/\s+&\s+/g, ", ");

/** LibraryThing puts the family name first, and a "|" between two people. A name with a bracket is that of a body. */
const inOrder = (names: string) =>
  names
    .split("|")
    .map((name) => name.trim().replace(/^([^,()]+), ([^,()]+)$/, "$2 $1"))
    .filter(Boolean)
    .join(", ");

/** LibraryThing adds the year, the edition and more: "Knopf (1999), Edition: 1st, 300 pages". */
const withoutEdition = (publication: string) =>
  publication.replace(/\s*\([^()]*\d{4}[^()]*\).*$|,\s*(?:Edition:|\d+ pages).*$/su, "");

/** The columns that tell a book from others. "more": further authors. The names of our own form in each language are among them. */
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

/** The columns of a file of books. "tags": what may hold the name of a genre, among other things. */
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
  /** From 0. */
  index: number;
  /** As the file names it. */
  name: string;
  read: (value: string) => string;
}

/** Which columns of a file hold what. */
export type Columns<As extends string = string> = Partial<Record<As, ReadColumn>>;

/** A name as it is looked up: "Author_Sort" is "author sort". */
export const nameKey = (name: string) =>
  name
    .normalize("NFC")
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, " ");

/** Finds the columns that are read among the cells of a row. */
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
