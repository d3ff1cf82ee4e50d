import { and, eq } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { genres } from "#app/db/schema.ts";
import { comparisonKey } from "#app/lib/comparison-key.ts";
import type { GenreInput } from "./genre.schema.ts";

/** Genres are few: they are listed whole, and no list is longer than this. */
const MOST_GENRES = 500;

/** A genre, and how many books have it. */
export interface Genre {
  id: string;
  name: string;
  bookCount: number;
}

const columns = { id: genres.id, name: genres.name, bookCount: genres.bookCount };

/** Every genre, by name. */
export async function listGenres(db: Database): Promise<Genre[]> {
  return db.select(columns).from(genres).orderBy(genres.nameKey).limit(MOST_GENRES);
}

/** A genre, or null. */
export async function findGenre(db: Database, id: string): Promise<Genre | null> {
  const [genre] = await db.select(columns).from(genres).where(eq(genres.id, id));
  return genre ?? null;
}

const rowOf = ({ name }: GenreInput) => ({ name, nameKey: comparisonKey(name) });

/** Adds a genre. @returns whether its name was free: the unique index decides */
export async function createGenre(db: Database, input: GenreInput): Promise<boolean> {
  const added = await db
    .insert(genres)
    .values(rowOf(input))
    .onConflictDoNothing()
    .returning({ id: genres.id });
  return added.length === 1;
}

/** What came of a change to a genre. */
export type GenreChange = "done" | "duplicate" | "not-found";

/** Renames a genre; the unique index decides whether its name is free. */
export async function updateGenre(db: Database, id: string, input: GenreInput): Promise<GenreChange> {
  try {
    const changed = await db
      .update(genres)
      .set(rowOf(input))
      .where(eq(genres.id, id))
      .returning({ id: genres.id });
    return changed.length === 1 ? "done" : "not-found";
  } catch (error) {
    const cause = error instanceof Error ? error.cause : null;
    if (cause instanceof Error && cause.message.includes("UNIQUE constraint failed")) return "duplicate";
    throw error;
  }
}

/** Deletes a genre that no book has. @returns whether it was deleted; a book added meanwhile prevents it */
export async function deleteGenre(db: Database, id: string): Promise<boolean> {
  const deleted = await db
    .delete(genres)
    .where(and(eq(genres.id, id), eq(genres.bookCount, 0)))
    .returning({ id: genres.id });
  return deleted.length === 1;
}
