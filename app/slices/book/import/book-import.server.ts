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

// D1 takes 2 MB as a parameter. The texts and keys of a book are at most 1,500 UTF-16 units, of at most 3 bytes each.

/** How many books one batch adds at most: few enough for D1's time limit, too. */
export const ROWS_PER_BATCH = 250;
/** How many rows, or names of genres, one statement looks for at most. */
export const ROWS_PER_LOOKUP = 500;

/** What becomes of a row: it is added, is there already, repeats a row above it, or is refused. */
export type Fate = "new" | "there" | "repeated" | "refused";

/** A row with what is wrong with it, in the reader's language. */
export interface JudgedRow {
  row: FileRow;
  fate: Fate;
  errors: {
    field: Field;
    message: string;
    /** What is wrong. */
    value: string;
  }[];
  /** The book, if it is not refused. */
  book: ReturnType<typeof rowOf> | null;
  /** The number of the row that it repeats. */
  repeats?: number;
}

/**
 * Says what becomes of each row, by the rules of the form for a new book, and by what the database holds now: two round
 * trips at most.
 */
export async function judgeRows(db: Database, i18n: i18n, rows: FileRow[]): Promise<JudgedRow[]> {
  const genreIds = await findGenres(db, rows);
  const judge = checkRow(i18n, genreIds);
  const judged = rows.map(judge);
  const there = await findBooks(
    db,
    judged.flatMap(({ book }) => (book ? [book] : [])),
  );
  return withFates(judged, there);
}

/**
 * Says which rows repeat another one, or are there already.
 * @param judged rows of a file of any kind. One without a book is refused
 * @param there what is there, by keyOf()
 */
export function withFates<
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

export type Keys = Pick<typeof books.$inferSelect, "titleKey" | "authorKey">;

export const keyOf = ({ titleKey, authorKey }: Keys) => JSON.stringify([titleKey, authorKey]);

/** The ids of the genres that rows name, by the key of the name. */
async function findGenres(db: Database, rows: FileRow[]): Promise<Map<string, string>> {
  // What can't be the name of a genre, such as a whole page of text, is not looked for.
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

/** An import, as the entry of the audit log that stands for those of its books. */
export const importOperation = (id: string, { fileName }: Pick<KeptImport, "fileName">): Operation => ({
  id,
  action: "book.import",
  label: fileName,
});

/** What may be the name of a row's genre. */
const genresNamed = ({ genre, tags = [] }: FileRow) =>
  [genre, ...tags].filter((name) => genreSchema.safeParse({ name }).success);

/** Which books there are among some, by keyOf(). */
async function findBooks(db: Database, wanted: Keys[]): Promise<Set<string>> {
  const lookups = chunksOf(wanted, ROWS_PER_LOOKUP).map((chunk) =>
    db
      .select({ titleKey: books.titleKey, authorKey: books.authorKey })
      // "cross": each book is looked up by its keys, and no other order is tried.
      .from(given(chunk.map(({ titleKey, authorKey }) => [titleKey, authorKey])))
      .crossJoin(books)
      .where(and(eq(books.titleKey, sql`given.value ->> 0`), eq(books.authorKey, sql`given.value ->> 1`))),
  );
  const [first, ...others] = lookups;
  if (!first) return new Set();
  const found = await db.batch([first, ...others]);
  return new Set(found.flat().map(keyOf));
}

/** Checks rows by the schema of the form. */
function checkRow(i18n: i18n, genreIds: Map<string, string>): (row: FileRow) => JudgedRow {
  const error = issueMessages(i18n);
  return (row) => {
    const genreId =
      genresNamed(row)
        .map((name) => genreIds.get(comparisonKey(name)))
        .find(Boolean) ?? null;
    // A form leaves out what was sent empty, too.
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
    const errors: JudgedRow["errors"] = (failed?.issues ?? []).map(({ path, message }) => ({
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
 * Adds books, each with its entry in the audit log, in batches. A book that is there already is left as it is, so the same rows
 * can be sent again, also after a batch whose answer was lost.
 * @param whole the import, which one entry stands for
 * @returns how many it has added
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

/** Statements that add books, ROWS_PER_BATCH at most, each with its entry in the audit log. The first returns those that it has added. */
export function addingBooks(db: Database, chunk: ReturnType<typeof rowOf>[], actor: Actor, whole: Operation) {
  // New ids each time: a book with one of them is one that this very batch has added.
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
      // One whose genre was deleted a moment ago is refused next time.
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

/** Rows as a table `given`, each with its cells in `value`. As JSON they are one parameter: D1 allows 100. */
export const given = (rows: (string | number | null)[][]) => sql`json_each(${JSON.stringify(rows)}) as given`;

/** Splits items into parts. @param most how many a part has at most */
export const chunksOf = <T>(items: T[], most: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / most) }, (_, n) => items.slice(n * most, (n + 1) * most));
