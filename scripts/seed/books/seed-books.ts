import type { DrizzleD1Database } from "drizzle-orm/d1";
import { comparisonKey } from "#app/core/lib/comparison-key.ts";
import { DAY } from "#app/core/lib/durations.ts";
import { books, genres } from "#app/schema.ts";
import { BOOKS, GENRES } from "./catalogue.ts";

/** How many books are new. */
const NEW_BOOKS = 6;

/** D1 binds at most 100 values per statement. */
const ROWS_PER_STATEMENT = 8;

/**
 * Adds the genres and books of the catalogue that are missing: most of them with a date 40 days ago, and the
 * last ones with the current time.
 */
export async function seedBooks(db: DrizzleD1Database, now: number): Promise<void> {
  const addedAt = (at: number) => ({ createdAt: at, updatedAt: at });
  const before = addedAt(now - 40 * DAY);
  await db
    .insert(genres)
    .values(GENRES.map((name) => ({ name, nameKey: comparisonKey(name), ...before })))
    .onConflictDoNothing();
  const genreIds = new Map((await db.select().from(genres)).map(({ nameKey, id }) => [nameKey, id]));
  const rows = BOOKS.map(({ title, author, publisher, genre }, index) => ({
    title,
    author,
    publisher,
    genreId: genreIds.get(comparisonKey(genre)) ?? null,
    titleKey: comparisonKey(title),
    authorKey: comparisonKey(author),
    publisherKey: comparisonKey(publisher),
    ...(index < BOOKS.length - NEW_BOOKS ? before : addedAt(now)),
  }));
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    await db
      .insert(books)
      .values(rows.slice(start, start + ROWS_PER_STATEMENT))
      .onConflictDoNothing();
  }
}
