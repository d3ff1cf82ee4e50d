import type { DrizzleD1Database } from "drizzle-orm/d1";
import { comparisonKey } from "#app/core/lib/comparison-key.ts";
import { books, genres } from "#app/schema.ts";
import { BOOKS, GENRES } from "./catalogue.ts";

/** D1 binds at most 100 values per statement. */
const ROWS_PER_STATEMENT = 10;

/** Adds the genres and books of the catalogue that are missing. */
export async function seedBooks(db: DrizzleD1Database): Promise<void> {
  await db
    .insert(genres)
    .values(GENRES.map((name) => ({ name, nameKey: comparisonKey(name) })))
    .onConflictDoNothing();
  const genreIds = new Map((await db.select().from(genres)).map(({ nameKey, id }) => [nameKey, id]));
  const rows = BOOKS.map(({ title, author, publisher, genre }) => ({
    title,
    author,
    publisher,
    genreId: genreIds.get(comparisonKey(genre)) ?? null,
    titleKey: comparisonKey(title),
    authorKey: comparisonKey(author),
    publisherKey: comparisonKey(publisher),
  }));
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    await db
      .insert(books)
      .values(rows.slice(start, start + ROWS_PER_STATEMENT))
      .onConflictDoNothing();
  }
}
