import { and, eq, inArray, sql } from "drizzle-orm";
import type { i18n } from "i18next";
import type { Database } from "#app/core/db/client.server.ts";
import { insertFrom } from "#app/core/db/insert-from.server.ts";
import { issueMessages, messageOf } from "#app/core/forms/issue-messages.ts";
import { comparisonKey } from "#app/core/lib/comparison-key.ts";
import type { Actor } from "#app/identity/audit/audit.server.ts";
import { changesOfNew } from "#app/identity/audit/audited.server.ts";
import { type Operation, operationEntries } from "#app/identity/audit/operation.server.ts";
import { bookSchema } from "#app/slices/book/book.schema.ts";
import { audited, rowOf } from "#app/slices/book/book.server.ts";
import { books } from "#app/slices/book/books.table.ts";
import { genreSchema } from "#app/slices/genre/genre.schema.ts";
import { genres } from "#app/slices/genre/genres.table.ts";
import type { FileRow } from "./book-file.server.ts";
import type { Field } from "./file-columns.ts";
import type { KeptImport } from "./kept-import.server.ts";

// D1's limit for a parameter is 2 MB. The texts and keys of a book are at most 1,500 UTF-16 units of 3 bytes at most.

/** How many books a batch adds at most, within D1's time limit. */
export const ROWS_PER_BATCH = 250;
/** How many rows, or names of genres, a statement looks up at most. */
export const ROWS_PER_LOOKUP = 500;

/** The outcome of a row: it is added, already exists, repeats a row above it, or is refused. */
export type Fate = "new" | "there" | "repeated" | "refused";

/** A row with its errors, in the reader's language. */
export interface CheckedRow {
  row: FileRow;
  fate: Fate;
  errors: {
    field: Field;
    message: string;
    /** The wrong value. */
    value: string;
  }[];
  /** The book; null if the row is refused. */
  book: ReturnType<typeof rowOf> | null;
  /** The number of the earlier row that this row repeats. */
  repeats?: number;
}

/**
 * Decides the outcome of each row, by the rules of the form for a new book and the current rows of the database. It
 * takes two round trips at most.
 */
export async function validateRows(db: Database, i18n: i18n, rows: FileRow[]): Promise<CheckedRow[]> {
  const genreIds = await findGenres(db, rows);
  const judge = checkRow(i18n, genreIds);
  const judged = rows.map(judge);
  const existing = await findBooks(
    db,
    judged.flatMap(({ book }) => (book ? [book] : [])),
  );
  return withOutcomes(judged, existing);
}

/**
 * Marks the rows that repeat an earlier row or already exist.
 * @param judged rows of a file of any kind. A row without a book is refused
 * @param there the existing books, by keyOf()
 */
export function withOutcomes<
  One extends { row: { number: number }; fate: Fate; book: Keys | null; repeats?: number },
>(judged: One[], there: ReadonlySet<string>): One[] {
  const seen = new Map<string, number>();
  return judged.map((one) => {
    if (!one.book) return one;
    const key = keyOf(one.book);
    const repeats = seen.get(key);
    if (repeats !== undefined) return { ...one, fate: "repeated", repeats };
    seen.set(key, one.row.number);
    return there.has(key) ? { ...one, fate: "there" } : one;
  });
}

/** The columns that identify a book. */
export type Keys = Pick<typeof books.$inferSelect, "titleKey" | "authorKey">;

/** A book's identity as text, to compare books in sets and maps. */
export const keyOf = ({ titleKey, authorKey }: Keys) => JSON.stringify([titleKey, authorKey]);

/** The ids of the genres that rows name, by the key of the name. */
async function findGenres(db: Database, rows: FileRow[]): Promise<Map<string, string>> {
  // Texts that can't be the name of a genre, such as a whole page, are not looked up.
  const keys = [...new Set(rows.flatMap(genresNamed).map(comparisonKey))];
  const [first, ...others] = chunksOf(keys, ROWS_PER_LOOKUP).map((chunk) =>
    db
      .select({ id: genres.id, nameKey: genres.nameKey })
      .from(genres)
      .where(inArray(genres.nameKey, sql`(select value from json_each(${JSON.stringify(chunk)}))`)),
  );
  if (!first) return new Map();
  const found = await db.batch([first, ...others]);
  return new Map(found.flat().map(({ id, nameKey }) => [nameKey, id]));
}

/** An import, as one entry of the audit log that stands for all of its books. */
export const importOperation = (id: string, { fileName }: Pick<KeptImport, "fileName">): Operation => ({
  id,
  action: "book.import",
  label: fileName,
});

/** The names in a row, one of which may be its genre. */
const genresNamed = ({ genre, tags = [] }: FileRow) =>
  [genre, ...tags].filter((name) => genreSchema.safeParse({ name }).success);

/** Which of the wanted books exist, as the results of {@link keyOf}. */
async function findBooks(db: Database, wanted: Keys[]): Promise<Set<string>> {
  const lookups = chunksOf(wanted, ROWS_PER_LOOKUP).map((chunk) =>
    db
      .select({ titleKey: books.titleKey, authorKey: books.authorKey })
      // With "cross", SQLite looks up each book by its keys, and tries no other order.
      .from(given(chunk.map(({ titleKey, authorKey }) => [titleKey, authorKey])))
      .crossJoin(books)
      .where(and(eq(books.titleKey, sql`given.value ->> 0`), eq(books.authorKey, sql`given.value ->> 1`))),
  );
  const [first, ...others] = lookups;
  if (!first) return new Set();
  const found = await db.batch([first, ...others]);
  return new Set(found.flat().map(keyOf));
}

/** Validates rows with the schema of the form. */
function checkRow(i18n: i18n, genreIds: Map<string, string>): (row: FileRow) => CheckedRow {
  const error = issueMessages(i18n);
  return (row) => {
    const genreId =
      genresNamed(row)
        .map((name) => genreIds.get(comparisonKey(name)))
        .find(Boolean) ?? null;
    // An empty field is left out, as a form leaves it out.
    const {
      success,
      data,
      error: failed,
    } = bookSchema.safeParse(
      {
        title: row.title || undefined,
        author: row.author || undefined,
        genreId,
        publisher: row.publisher || undefined,
      },
      { error },
    );
    const errors: CheckedRow["errors"] = (failed?.issues ?? []).map(({ path, message }) => ({
      field: path[0] as "title" | "author" | "publisher",
      message: messageOf(i18n, message),
      value: row[path[0] as "title" | "author" | "publisher"],
    }));
    if (row.genre.trim() !== "" && genreId === null) {
      errors.push({ field: "genre", message: i18n.t("import:errors.unknownGenre"), value: row.genre });
    }
    if (row.beyond.length > 0) {
      errors.push({ field: "title", message: i18n.t("import:errors.beyond"), value: row.beyond.join(", ") });
    }
    const isRight = success && errors.length === 0;
    return { row, fate: isRight ? "new" : "refused", errors, book: isRight ? rowOf(data) : null };
  };
}

/**
 * Adds books in batches, each book with its entry in the audit log. Books that already exist stay as they are, so the
 * same rows can be sent again, for example after the response to a batch was lost.
 * @param whole the import as a whole, for its summary entry
 * @returns how many were added
 */
export async function addBooks(
  db: Database,
  input: ReturnType<typeof rowOf>[],
  actor: Actor,
  whole: Operation,
): Promise<number> {
  let added = 0;
  for (const chunk of chunksOf(input, ROWS_PER_BATCH)) {
    const [books] = await db.batch(addingBooks(db, chunk, actor, whole));
    added += books.length;
  }
  return added;
}

/**
 * Statements that add at most ROWS_PER_BATCH books, each with its entry in the audit log. The first one returns the
 * added books.
 */
export function addingBooks(db: Database, chunk: ReturnType<typeof rowOf>[], actor: Actor, whole: Operation) {
  // The ids are new in each batch, so a book with one of these ids was added by this batch.
  const withIds = chunk.map((book) => ({ ...book, id: crypto.randomUUID() }));
  const value = (n: number) => sql`given.value ->> ${sql.raw(`${n}`)}`;
  const insert = insertFrom(
    db,
    books,
    {
      id: value(0),
      title: value(1),
      author: value(2),
      publisher: value(3),
      genreId: value(4),
      titleKey: value(5),
      authorKey: value(6),
      publisherKey: value(7),
    },
    {
      from: given(
        withIds.map(({ id, title, author, publisher, genreId, titleKey, authorKey, publisherKey }) => [
          id,
          title,
          author,
          publisher,
          genreId,
          titleKey,
          authorKey,
          publisherKey,
        ]),
      ),
      // If the genre of a row was deleted in the meantime, the row is not added, and the next preview refuses
      // it.
      where: sql`${value(4)} is null or exists (select 1 from ${genres} where ${genres.id} = ${value(4)})`,
    },
  )
    .onConflictDoNothing()
    .returning({ id: books.id });
  const entries = operationEntries(db, actor, whole, "book.create", {
    from: sql`${given(withIds.map(({ id }) => [id]))} cross join ${books}`,
    where: eq(books.id, value(0)),
    id: sql`${books.id}`,
    label: sql`${books.title}`,
    changes: changesOfNew(books, audited),
  });
  return [insert, ...entries] as const;
}

/**
 * The rows as a table `given`, with the cells of each in `value`. As JSON, they are one parameter of the 100 that D1
 * allows.
 */
export const given = (rows: (string | number | null)[][]) => sql`json_each(${JSON.stringify(rows)}) as given`;

/** Splits items into chunks. @param most the most items in a chunk */
export const chunksOf = <T>(items: T[], most: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / most) }, (_, n) => items.slice(n * most, (n + 1) * most));
