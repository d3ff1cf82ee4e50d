// The columns of files of books, by the names that other apps give them. Sources: the CSV exports of Goodreads, StoryGraph,
// LibraryThing (tab-separated) and Calibre (Convert books > Create a catalogue), as of 2026.

/** What is read of a book. */
export const FIELDS = ["title", "author", "genre", "publisher"] as const;

export type Field = (typeof FIELDS)[number];

/** What a column of a file holds. */
interface Known {
  /** "more": further authors. "tags": what may hold the name of a genre, among other things. */
  as: Field | "more" | "tags";
  /** Makes of a value what we store. */
  read?: (value: string) => string;
}

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

/**
 * The columns that are read, by their names in lower case. Where several hold the same, the one named first here is read. The names of
 * our own form in each language are among them.
 */
const COLUMNS: Record<string, Known> = {
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
  "additional authors": { as: "more" },
  "secondary author": { as: "more", read: inOrder },
  genre: { as: "genre" },
  التصنيف: { as: "genre" },
  aina: { as: "genre" },
  bookshelves: { as: "tags" },
  tags: { as: "tags" },
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
export type Columns = Partial<Record<Known["as"], ReadColumn>>;

/** A name as it is looked up: "Author_Sort" is "author sort". */
export const nameKey = (name: string) =>
  name
    .normalize("NFC")
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, " ");

/** Finds the columns that are read among the cells of a row. */
export function columnsIn(cells: string[]): Columns {
  const keys = cells.map(nameKey);
  const columns: Columns = {};
  for (const [name, { as, read = String }] of Object.entries(COLUMNS)) {
    const index = keys.indexOf(name);
    if (index >= 0) columns[as] ??= { index, name: (cells[index] ?? "").trim(), read };
  }
  // What only goes with a column that is missing is not read, nor are tags where there are genres.
  if (!columns.author) delete columns.more;
  if (columns.genre) delete columns.tags;
  return columns;
}
