import { desc, eq, gt, inArray, or } from "drizzle-orm";
import type { Database } from "#app/core/db/client.server.ts";
import { rowsOf } from "#app/core/db/owned.ts";
import { i18nIn } from "#app/core/i18n/instance.server.ts";
import { DEFAULT_LANGUAGE } from "#app/core/i18n/languages.ts";
import { can } from "#app/permissions.ts";
import { books } from "#app/slices/book/books.table.ts";
import { regularEmail } from "#app/slices/email-preference/regular-emails.server.ts";
import type { ReadingState } from "#app/slices/shelf/reading-states.ts";
import { readings } from "#app/slices/shelf/readings.table.ts";
import { digestEmail, digestOptionalEmail } from "./digest-email.ts";

/** How many books a digest lists. */
const NAMED = 10;
/**
 * The genres of a reader are those of the last books that they have read or are reading: at most this many of
 * each.
 */
const LOOKED_AT = 50;
/**
 * How many of the newest books are searched for a reader's genres. With this limit, an import of thousands costs no
 * more.
 */
const NEWEST = 500;

export const { job: sendDigest, due: digestDue } = regularEmail(
  digestOptionalEmail,
  { label: "digest:job", failure: "digests failed" },
  async (db, reader) => {
    if (!can(reader.role, "book:list")) return null;
    const found = await newBooksFor(db, reader.userId, reader.since);
    if (found.length === 0) return null;
    return digestEmail(i18nIn(reader.language ?? DEFAULT_LANGUAGE), {
      to: reader.email,
      books: found.slice(0, NAMED),
      hasMore: found.length > NAMED,
      site: reader.site,
      unsubscribeUrl: reader.unsubscribeUrl,
    });
  },
);

/** Finds books of a reader's genres that were added since a time, newest first, one more than a digest lists. */
function newBooksFor(db: Database, userId: string, since: number) {
  const { rows } = rowsOf(readings, userId);
  const lately = (state: ReadingState) =>
    db
      .select({ bookId: rows.bookId })
      .from(rows)
      .where(eq(rows.state, state))
      .orderBy(desc(rows.updatedAt), desc(rows.id))
      .limit(LOOKED_AT);
  const read = db
    .selectDistinct({ genreId: books.genreId })
    .from(books)
    .where(or(inArray(books.id, lately("reading")), inArray(books.id, lately("read"))));
  const newest = db
    .select({ title: books.title, author: books.author, genreId: books.genreId, createdAt: books.createdAt })
    .from(books)
    .where(gt(books.createdAt, since))
    .orderBy(desc(books.createdAt))
    .limit(NEWEST)
    .as("newest");
  return db
    .select({ title: newest.title, author: newest.author })
    .from(newest)
    .where(inArray(newest.genreId, read))
    .orderBy(desc(newest.createdAt))
    .limit(NAMED + 1);
}
