import { eq, type SQL } from "drizzle-orm";
import type { Database } from "#app/core/db/client.server.ts";
import {
  type ConstraintRules,
  type FieldValues,
  refuseViolations,
  type Written,
} from "#app/core/db/written.ts";
import { comparisonKey } from "#app/core/lib/comparison-key.ts";
import type { Actor } from "#app/identity/audit/audit.server.ts";
import type { Audited } from "#app/identity/audit/audited.server.ts";
import { createRow } from "#app/identity/write/create-row.server.ts";
import { deleteRow, findDeletedRow } from "#app/identity/write/deleted-rows.server.ts";
import { updateRow } from "#app/identity/write/update-row.server.ts";
import { type GenreChange, type GenreInput, genreSchema, type NewGenre } from "./genre.schema.ts";
import { genres } from "./genres.table.ts";

/** There are few genres, so lists have one page, cut off at this number. */
const MAX_GENRES = 500;

/** The number of genres in the readers' filter. */
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

/**
 * All genres, ordered by name, for a form in which one is selected.
 * @param selected the id of the selected genre, which is always included
 */
export const listGenresWith = (db: Database, selected: string | SQL) =>
  firstGenresAnd(db, MAX_GENRES, selected);

/** The first genres by name. If the genre with this id is not among them, it is added. */
async function firstGenresAnd(db: Database, limit: number, id: string | SQL): Promise<Genre[]> {
  const [first, wanted] = await db.batch([
    db.select(columns).from(genres).orderBy(genres.nameKey).limit(limit),
    db.select(columns).from(genres).where(eq(genres.id, id)),
  ]);
  return [...first, ...wanted.filter((one) => !first.some(({ id }) => id === one.id))];
}

/** A row of the manager's list of genres. */
export interface GenreRow extends Genre {
  /** When the genre was last renamed, in milliseconds since 1970. */
  updatedAt: number;
}

/** How the list of genres can be sorted. */
const ORDERS: Record<string, (one: GenreRow, other: GenreRow) => number> = {
  name: () => 0, // the order of the query
  books: (one, other) => one.bookCount - other.bookCount,
  updated: (one, other) => one.updatedAt - other.updatedAt,
};

/**
 * All genres, sorted. They share one page, so they are sorted here, without an index for each order.
 * @param sort the name of an order, with a "-" before it for the reverse. An unknown order means "name"
 */
export async function listGenreRows(
  db: Database,
  sort: string | null,
): Promise<{ genres: GenreRow[]; sort: string }> {
  const rows = await db
    .select({ ...columns, updatedAt: genres.updatedAt })
    .from(genres)
    .orderBy(genres.nameKey)
    .limit(MAX_GENRES);
  const isKnown = sort !== null && Object.hasOwn(ORDERS, sort.replace(/^-/, ""));
  const sortedBy = isKnown ? sort : "name";
  rows.sort(ORDERS[sortedBy.replace(/^-/, "")]);
  return { genres: sortedBy.startsWith("-") ? rows.reverse() : rows, sort: sortedBy };
}

/** Finds a genre, or null. */
export async function findGenre(db: Database, id: string): Promise<Genre | null> {
  const [genre] = await db.select(columns).from(genres).where(eq(genres.id, id));
  return genre ?? null;
}

/**
 * The genres that readers can filter by: those with books among the first by name, and the selected one. Each page of
 * books reads them, so there are few. The page of a book links to its genre, even if the filter lacks it.
 * @param selectedId the id of the selected genre; "" if none is selected
 */
export async function listGenreChoices(db: Database, selectedId: string): Promise<Genre[]> {
  const choices = await firstGenresAnd(db, MAX_CHOICES, selectedId);
  return choices.filter(({ bookCount }) => bookCount > 0);
}

/** Finds a deleted genre with its last values, or null. It has no books. */
export async function findDeletedGenre(db: Database, id: string): Promise<Genre | null> {
  const deleted = await findDeletedRow(db, "genre", id);
  return deleted && { id, name: deleted.name, bookCount: 0 };
}

/** How the audit log records genres. */
const audited: Audited = { label: genres.name, fields: Object.keys(genreSchema.shape) };

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
      audited,
      uniqueBy: ["nameKey"],
      rules: RULES,
    },
  );
}

/** Renames a genre if it still has the name that the form showed, unless another genre has the new name. */
export async function updateGenre(
  db: Database,
  id: string,
  { original, restore, ...input }: GenreChange,
  actor: Actor,
): Promise<Written> {
  return updateRow(db, genres, id, {
    values: rowOf(input),
    typed: input,
    original,
    rules: RULES,
    restore: restore && "genre",
    actor,
    action: "genre.update",
    audited,
  });
}

/**
 * Deletes a genre that no book uses. It can be restored. A book added at the same time prevents the deletion. With
 * `original`, the genre must still have these values.
 */
export async function deleteGenre(
  db: Database,
  id: string,
  actor: Actor,
  original?: FieldValues,
): Promise<Written> {
  const where = eq(genres.bookCount, 0);
  return refuseViolations<Written>({ "FOREIGN KEY": { code: "ROW_IN_USE" } }, async () => {
    const deleted = await deleteRow(db, genres, id, { entity: "genre", actor, audited, original, where });
    if (deleted.ok) return deleted;
    const existing = await findGenre(db, id);
    if (!existing) return deleted;
    return { ok: false, code: existing.bookCount > 0 ? "GENRE_IN_USE" : "ROW_CHANGED" };
  });
}
