import { and, eq } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { genres } from "#app/db/schema.ts";
import { type ConstraintRules, GONE, refuseViolations, type Written } from "#app/db/written.ts";
import { type Actor, auditEntry, rowSubject } from "#app/features/audit/audit.server.ts";
import { createRow } from "#app/features/audit/create-row.server.ts";
import { updateRow } from "#app/features/audit/update-row.server.ts";
import { comparisonKey } from "#app/lib/comparison-key.ts";
import type { GenreChange, GenreInput, NewGenre } from "./genre.schema.ts";

/** There are few genres, so lists are not paginated, but cut off here. */
const MAX_GENRES = 500;

/** How many genres readers are offered. */
const MAX_CHOICES = 30;

/** A genre and its number of books. */
export interface Genre {
  id: string;
  name: string;
  bookCount: number;
}

const columns = { id: genres.id, name: genres.name, bookCount: genres.bookCount };

/** All genres, ordered by name. */
export async function listGenres(db: Database): Promise<Genre[]> {
  return db.select(columns).from(genres).orderBy(genres.nameKey).limit(MAX_GENRES);
}

/** Finds a genre, or null. */
export async function findGenre(db: Database, id: string): Promise<Genre | null> {
  const [genre] = await db.select(columns).from(genres).where(eq(genres.id, id));
  return genre ?? null;
}

/**
 * The genres that readers choose from: those with books among the first by name, and the chosen one. Everybody reads
 * them with each page of books, so they are few; the page of a book leads to any other.
 * @param chosenId the id of the chosen genre; "" if none is
 */
export async function listGenreChoices(db: Database, chosenId: string): Promise<Genre[]> {
  const [first, chosen] = await db.batch([
    db.select(columns).from(genres).orderBy(genres.nameKey).limit(MAX_CHOICES),
    db.select(columns).from(genres).where(eq(genres.id, chosenId)),
  ]);
  const others = chosen.filter(({ id }) => !first.some((genre) => genre.id === id));
  return [...first, ...others].filter(({ bookCount }) => bookCount > 0);
}

/** The refusal for each violated constraint. */
const RULES = { UNIQUE: { code: "GENRE_ALREADY_EXISTS", field: "name" } } as const satisfies ConstraintRules;

const rowOf = ({ name }: GenreInput) => ({ name, nameKey: comparisonKey(name) });

/** Adds a genre, unless one has the same name. */
export async function createGenre(db: Database, { id, ...input }: NewGenre, actor: Actor): Promise<Written> {
  return createRow(
    db,
    genres,
    { ...rowOf(input), id },
    {
      actor,
      action: "genre.create",
      label: genres.name,
      uniqueBy: { nameKey: genres.nameKey },
      taken: { ok: false, ...RULES.UNIQUE },
    },
  );
}

/** Renames a genre, under the same rule, if it still has the name that the form showed. */
export async function updateGenre(
  db: Database,
  id: string,
  { shown, ...input }: GenreChange,
  actor: Actor,
): Promise<Written> {
  return refuseViolations(RULES, () =>
    updateRow(db, genres, id, {
      values: rowOf(input),
      typed: input,
      shown,
      actor,
      action: "genre.update",
      label: genres.name,
    }),
  );
}

/** Deletes a genre that no book uses. A book added at the same time prevents the deletion. */
export async function deleteGenre(db: Database, id: string, actor: Actor): Promise<Written> {
  const unused = and(eq(genres.id, id), eq(genres.bookCount, 0));
  return refuseViolations({ "FOREIGN KEY": { code: "ROW_IN_USE" } }, async () => {
    const [, deleted, [existing]] = await db.batch([
      auditEntry(db, actor, "genre.delete", { ...rowSubject(genres, id, genres.name), where: unused }),
      db.delete(genres).where(unused).returning({ id: genres.id }),
      db.select({ id: genres.id }).from(genres).where(eq(genres.id, id)),
    ]);
    if (deleted.length === 1) return { ok: true, id };
    return existing ? { ok: false, code: "GENRE_IN_USE" } : GONE;
  });
}
