import type { DrizzleD1Database } from "drizzle-orm/d1";
import { comparisonKey } from "#app/core/lib/comparison-key.ts";
import { DAY } from "#app/core/lib/durations.ts";
import { books, genres } from "#app/schema.ts";
import { BOOKS, GENRES } from "./catalogue.ts";

/** D1 binds at most 100 values per statement. */
const ROWS_PER_STATEMENT = 8;

/** Adds the genres and books of the catalogue that are missing: two books a day, the last ones now. */
export async function seedBooks(db: DrizzleD1Database, now = Date.now()): Promise<void> {
  const addedAt = (index: number) => now - Math.floor((BOOKS.length - 1 - index) / 2) * DAY;
  const first = { createdAt: addedAt(0), updatedAt: addedAt(0) };
  await db
    .insert(genres)
    .values(GENRES.map((name) => ({ name, nameKey: comparisonKey(name), ...first })))
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
    createdAt: addedAt(index),
    updatedAt: addedAt(index),
  }));
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    await db
      .insert(books)
      .values(rows.slice(start, start + ROWS_PER_STATEMENT))
      .onConflictDoNothing();
  }
}
