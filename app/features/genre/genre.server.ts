import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { genres } from "#app/db/schema.ts";
import { orRefused, type Written } from "#app/db/written.ts";
import { type Actor, auditEntry, changedJustNow } from "#app/features/audit/audit.server.ts";
import { comparisonKey } from "#app/lib/comparison-key.ts";
import type { GenreInput, NewGenre } from "./genre.schema.ts";

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

/** Adds a genre, if its name is free: the unique index decides. The same form sent twice makes no second one. */
export async function createGenre(db: Database, { id, ...input }: NewGenre, actor: Actor): Promise<Written> {
  const row = rowOf(input);
  const [added, , [existing]] = await db.batch([
    db
      .insert(genres)
      .values({ ...row, id })
      .onConflictDoNothing()
      .returning({ id: genres.id }),
    auditEntry(db, actor, "genre.create", genreSubject(id, and(eq(genres.id, id), changedJustNow))),
    db.select({ nameKey: genres.nameKey }).from(genres).where(eq(genres.id, id)),
  ]);
  if (added.length === 1 || existing?.nameKey === row.nameKey) return { ok: true, id };
  if (!existing) return { ok: false, code: "GENRE_ALREADY_EXISTS" };
  // The form was filled in anew after its first genre: another genre.
  return createGenre(db, { ...input, id: crypto.randomUUID() }, actor);
}

/** Renames a genre; the unique index decides whether its name is free. */
export async function updateGenre(
  db: Database,
  id: string,
  input: GenreInput,
  actor: Actor,
): Promise<Written> {
  return orRefused(
    async () => {
      const [changed] = await db.batch([
        db.update(genres).set(rowOf(input)).where(eq(genres.id, id)).returning({ id: genres.id }),
        auditEntry(db, actor, "genre.update", genreSubject(id, and(eq(genres.id, id), changedJustNow))),
      ]);
      return changed.length === 1 ? { ok: true, id } : { ok: false, code: null };
    },
    { UNIQUE: "GENRE_ALREADY_EXISTS" },
  );
}

/** Deletes a genre that no book has; a book added meanwhile prevents it. @returns whether it was deleted */
export async function deleteGenre(db: Database, id: string, actor: Actor): Promise<boolean> {
  const unused = and(eq(genres.id, id), eq(genres.bookCount, 0));
  const [, deleted] = await db.batch([
    auditEntry(db, actor, "genre.delete", genreSubject(id, unused)),
    db.delete(genres).where(unused).returning({ id: genres.id }),
  ]);
  return deleted.length === 1;
}

const genreSubject = (id: string, where: SQL | undefined) => ({
  from: genres,
  where,
  id,
  label: sql`${genres.name}`,
});
