import { and, eq, exists, getTableColumns, getTableName, not, type SQL, sql } from "drizzle-orm";
import type { SQLiteInsertValue } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/core/db/client.server.ts";
import { insertFrom } from "#app/core/db/insert-from.server.ts";
import { type Belonging, belongingOf, childrenOf, ownerColumnOf } from "#app/core/db/owned.ts";
import type { Refused } from "#app/core/db/written.ts";
import type { RowTable } from "#app/identity/audit/audited.server.ts";
import { OWNED_ENTITIES, OWNED_NAMES, type OwnedEntity } from "#app/owned-entities.ts";
import * as schema from "#app/schema.ts";
import { isKept, type Kept, keepRows, keptFor, valuesOf } from "./kept-row.server.ts";

// Rows with a parent row, as a trip's stops have: those of a table with a `parent` (core/db/owned,
// docs/decisions/0076).

/** How many rows of a table one parent row can have (docs/product.md, Numbers): one batch deletes and restores them. */
const CHILDREN_AT_MOST = 200;

const { deletedRows } = schema;

/** A condition under which a row can't be added or restored, and the refusal in that case. */
interface Objection {
  condition: SQL;
  refused: Refused;
}

/** SQL: whether none of the objections applies. */
export const noneOf = (objections: readonly Objection[]): SQL | undefined =>
  and(...objections.map(({ condition }) => not(condition)));

/**
 * A statement that finds the first objection that applies, for {@link refusalOf}.
 * @param kept the deleted row that the objections are about, if any
 */
export function findObjection(db: Database, objections: readonly Objection[], kept?: Kept) {
  const cases = objections.map(({ condition }, place) => sql`when ${condition} then ${sql.raw(`${place}`)}`);
  const place: SQL<number | null> = cases.length === 0 ? sql`null` : sql`case ${sql.join(cases, sql` `)} end`;
  return db
    .select({ place: sql<number | null>`${place}`.as("place") })
    .from(kept ? deletedRows : sql`(select 1)`)
    .where(kept && isKept(kept));
}

/** The refusal for the objection that was found, if any. */
export const refusalOf = (
  objections: readonly Objection[],
  [found]: { place: number | null }[],
): Refused | undefined => objections[found?.place ?? -1]?.refused;

/**
 * The objections to adding or restoring a row with a parent: the parent does not exist, belongs to another owner, or
 * has as many rows as it can. None if the rows of its table have no parents.
 * @param row.value returns the row's value in a column, by its name in the code
 * @param missing the refusal if the parent does not exist
 */
export function objectionsTo(
  db: Database,
  table: RowTable,
  row: { id: string; ownerId: string | null; value: (key: string) => unknown },
  missing: Refused,
): Objection[] {
  const belonging = belongingOf(table);
  if (!belonging || row.ownerId === null) return [];
  const { key, column, owner, parent, parentId, parentOwner } = belonging;
  const belongsTo = row.value(key);
  const isThere = exists(
    db
      .select({ there: sql`1`.as("there") })
      .from(parent)
      .where(and(eq(parentId, belongsTo), eq(parentOwner, row.ownerId))),
  );
  // Does not count the row itself, so that the condition is the same before and after the row is added.
  const others = and(eq(owner, row.ownerId), eq(column, belongsTo), sql`${table.id} <> ${row.id}`);
  return [
    { condition: not(isThere), refused: missing },
    {
      condition: sql`(select count(*) from ${table} where ${others}) >= ${CHILDREN_AT_MOST}`,
      refused: { ok: false, code: "TOO_MANY_ROWS" },
    },
  ];
}

/** The objections to restoring a deleted row with a parent, as SQL over its row of deleted_rows. */
export const objectionsToKept = (db: Database, table: RowTable, { id, ownerId }: Kept): Objection[] =>
  objectionsTo(
    db,
    table,
    { id, ownerId, value: (key) => keptValue(key) },
    { ok: false, code: "REFERENCE_NOT_FOUND" },
  );

/** @throws if a change would give a row to another owner, or to another parent row: both are fixed */
export function refuseToMove(table: RowTable, values: Record<string, unknown>): void {
  const fixed = [ownerColumnOf(table), belongingOf(table)?.column];
  const moved = Object.entries(getTableColumns(table)).find(
    ([key, column]) => values[key] !== undefined && fixed.includes(column),
  );
  if (moved) throw new Error(`A row of ${getTableName(table)} keeps its "${moved[0]}"`);
}

/**
 * Statements that move the child rows of some rows to deleted_rows, for the batch that then deletes these.
 * @param where finds the parent rows
 */
export const moveWithParent = (
  db: Database,
  table: RowTable,
  where: SQL | undefined,
  { ownerId, at }: { ownerId: string | null; at: number },
) =>
  childrenOf(table).flatMap((child) => {
    if (ownerId === null) return [];
    const children = child.table as RowTable;
    const theirs = and(
      eq(child.owner, ownerId),
      sql`${child.column} in (select ${table.id} from ${table} where ${where})`,
    );
    return [
      keepRows(db, children, theirs, { entity: entityOf(child), ownerId, label: null, at }),
      db.delete(children).where(theirs),
    ];
  });

/**
 * Statements that restore the child rows deleted with a row. They belong between the statement that restores the row
 * and the one that removes it from deleted_rows. Child rows that had been deleted earlier stay deleted.
 */
export const restoreWithParent = (db: Database, table: RowTable, parent: Kept) =>
  childrenOf(table).flatMap((child) => {
    const children = child.table as RowTable;
    // Equal times mean the same request. The "+" keeps SQLite from reading everything that the owner has deleted.
    const wentWith = and(
      eq(
        deletedRows.deletedAt,
        sql`(select ${deletedRows.deletedAt} from ${deletedRows} where ${isKept(parent)})`,
      ),
      eq(deletedRows.entity, entityOf(child)),
      keptFor(parent.ownerId),
      eq(keptValue(child.key), parent.id),
    );
    return [
      insertFrom(db, children, valuesOf(children) as SQLiteInsertValue<RowTable>, {
        from: deletedRows,
        where: wentWith,
      }),
      db.delete(deletedRows).where(wentWith),
    ];
  });

const keptValue = (key: string): SQL => sql`(${deletedRows.row} ->> ${sql.raw(`'$.${key}'`)})`;

/** The entity under which child rows are kept, or else their table's name. */
function entityOf({ table }: Belonging): OwnedEntity {
  // biome-ignore lint/performance/noDynamicNamespaceImportAccess: the server needs every table
  const name = OWNED_NAMES.find((known) => (schema[OWNED_ENTITIES[known]] as unknown) === table);
  return name ?? (getTableName(table) as OwnedEntity);
}
