import { and, eq, inArray, sql } from "drizzle-orm";
import type { i18n } from "i18next";
import type { Database } from "#app/db/client.server.ts";
import { insertFrom } from "#app/db/insert-from.server.ts";
import { books, genres } from "#app/db/schema.ts";
import { type Actor, auditEntry } from "#app/features/audit/audit.server.ts";
import { changesOfNew } from "#app/features/audit/audited.server.ts";
import { bookSchema } from "#app/features/book/book.schema.ts";
import { audited, rowOf } from "#app/features/book/book.server.ts";
import { genreSchema } from "#app/features/genre/genre.schema.ts";
import { issueMessages, messageOf } from "#app/forms/issue-messages.ts";
import { comparisonKey } from "#app/lib/comparison-key.ts";
import type { FileRow } from "./book-file.server.ts";

/** How many books one batch adds: few enough for the 2 MB that D1 takes as a parameter, and for its time limit. */
const ROWS_PER_BATCH = 250;
/** How many rows, or names of genres, one statement looks for: few enough for the same limit, if none is too long. */
const ROWS_PER_LOOKUP = 500;

/** What becomes of a row: it is added, is there already, repeats a row above it, or is refused. */
export type Fate = "new" | "there" | "repeated" | "refused";

/** A row with what is wrong with it, in the reader's language. */
export interface JudgedRow {
  row: FileRow;
  fate: Fate;
  errors: { field: "title" | "author" | "genre" | "publisher"; message: string }[];
  /** The book, if it is not refused. */
  book: ReturnType<typeof rowOf> | null;
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
  const seen = new Set<string>();
  return judged.map((one) => {
    if (!one.book) return one;
    const key = keyOf(one.book);
    if (there.has(key)) return { ...one, fate: "there" };
    if (seen.has(key)) return { ...one, fate: "repeated" };
    seen.add(key);
    return one;
  });
}

type Keys = Pick<typeof books.$inferSelect, "titleKey" | "authorKey">;

const keyOf = ({ titleKey, authorKey }: Keys) => JSON.stringify([titleKey, authorKey]);

/** The ids of the genres that rows name, by the key of the name. */
async function findGenres(db: Database, rows: FileRow[]): Promise<Map<string, string>> {
  // What can't be the name of a genre, such as a whole page of text, is not looked for.
  const names = rows.filter(({ genre }) => genreSchema.safeParse({ name: genre }).success);
  const keys = [...new Set(names.map(({ genre }) => comparisonKey(genre)))];
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
    const genreId = genreIds.get(comparisonKey(row.genre)) ?? null;
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
    }));
    if (row.genre.trim() !== "" && genreId === null) {
      errors.push({ field: "genre", message: i18n.t("import:errors.unknownGenre") });
    }
    if (row.beyond > 0) errors.push({ field: "title", message: i18n.t("import:errors.beyond") });
    const isRight = success && errors.length === 0;
    return { row, fate: isRight ? "new" : "refused", errors, book: isRight ? rowOf(data) : null };
  };
}

/**
 * Adds books, each with its entry in the audit log, in batches. A book that is there already is left as it is, so the same rows
 * can be sent again, also after a batch whose answer was lost.
 * @returns how many it has added
 */
export async function addBooks(
  db: Database,
  input: ReturnType<typeof rowOf>[],
  actor: Actor,
): Promise<number> {
  let added = 0;
  for (const chunk of chunksOf(input, ROWS_PER_BATCH)) added += await addBatch(db, chunk, actor);
  return added;
}

async function addBatch(db: Database, chunk: ReturnType<typeof rowOf>[], actor: Actor): Promise<number> {
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
  const entries = auditEntry(db, actor, "book.create", {
    from: sql`${given(withIds.map(({ id }) => [id]))} cross join ${books}`,
    where: eq(books.id, value(0)),
    id: sql`${books.id}`,
    label: sql`${books.title}`,
    changes: changesOfNew(books, audited),
  });
  const [added] = await db.batch([insert, entries]);
  return added.length;
}

/** Rows as a table `given`, each with its cells in `value`. As JSON they are one parameter: D1 allows 100. */
const given = (rows: (string | null)[][]) => sql`json_each(${JSON.stringify(rows)}) as given`;

function chunksOf<T>(items: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, n) =>
    items.slice(n * size, (n + 1) * size),
  );
}
