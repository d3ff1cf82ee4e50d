import type { D1Database } from "@cloudflare/workers-types";
import { drizzle } from "drizzle-orm/d1";
import { books, genres, users } from "#app/db/schema.ts";
import { DEMO_ACCOUNTS } from "#app/features/demo/demo-accounts.ts";
import { comparisonKey } from "#app/lib/comparison-key.ts";
import { BOOKS, GENRES } from "./catalogue.ts";

/** D1 binds at most 100 values a statement. */
const ROWS_PER_STATEMENT = 10;

/** Fills an empty database. One with users or books in it is somebody's work, and stays as it is. */
export async function seed(binding: D1Database): Promise<void> {
  const db = drizzle(binding);
  const [[someone], [some]] = await db.batch([
    db.select({ id: users.id }).from(users).limit(1),
    db.select({ id: books.id }).from(books).limit(1),
  ]);
  if (someone || some) return;

  const now = Date.now();
  await db.batch([
    db
      .insert(users)
      .values(
        DEMO_ACCOUNTS.map((user) => ({
          ...user,
          nameKey: comparisonKey(user.name),
          onboardedAt: now,
          emailVerifiedAt: now,
        })),
      )
      .onConflictDoNothing(),
    db
      .insert(genres)
      .values(GENRES.map((name) => ({ name, nameKey: comparisonKey(name) })))
      .onConflictDoNothing(),
  ]);

  const genreIds = new Map((await db.select().from(genres)).map(({ nameKey, id }) => [nameKey, id]));
  const rows = BOOKS.map(({ title, author, publisher, genre }) => ({
    title,
    author,
    publisher,
    genreId: genreIds.get(comparisonKey(genre)) ?? null,
    titleKey: comparisonKey(title),
    authorKey: comparisonKey(author),
  }));
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    await db
      .insert(books)
      .values(rows.slice(start, start + ROWS_PER_STATEMENT))
      .onConflictDoNothing();
  }
}
