import { and, eq, getTableColumns, lte, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { AuditAction } from "#app/audit-actions.ts";
import { runBatch } from "#app/core/db/batch.server.ts";
import type { Database } from "#app/core/db/client.server.ts";
import { deleteRows } from "#app/core/db/delete-rows.server.ts";
import { hasSelectedId } from "#app/core/db/has-selected-id.ts";
import type { OwnRows } from "#app/core/db/owned.ts";
import { type FieldValues, GONE, type Written } from "#app/core/db/written.ts";
import { DAY } from "#app/core/lib/durations.ts";
import { ENTITIES, type Entity } from "#app/entities.ts";
import { type Actor, rowsSubject } from "#app/identity/audit/audit.server.ts";
import { type Audited, changesOfDeleted, type RowTable } from "#app/identity/audit/audited.server.ts";
import { type Operation, operationEntries, operationOn } from "#app/identity/audit/operation.server.ts";
import { hooked } from "#app/identity/hooks/hooks.server.ts";
import type { OwnedEntity } from "#app/owned-entities.ts";
import * as schema from "#app/schema.ts";
import { isKept, keepRows } from "./kept-row.server.ts";
import { behind, hasValues, PRIVATE, type Rows } from "./rows.ts";
import { moveWithParent } from "./rows-of-a-row.server.ts";

// A deleted row moves to a separate table (docs/decisions/0041), so that the entity's queries don't have to exclude it.

/** How long a deleted row can be restored. Milliseconds (docs/product.md, Numbers). */
const RESTORABLE_FOR = 30 * DAY;

const { deletedRows } = schema;

interface DeleteOptions<Name> {
  entity: Name;
  actor: Actor;
  where?: SQL | undefined;
  original?: FieldValues | undefined;
}

/**
 * Deletes a row with its audit entry, and keeps it for restoreRow(). Its child rows are deleted and restored
 * with it.
 * @param options.where which rows may be deleted; if omitted, all of them
 * @param options.shown the values that the row must still have; if omitted, any. A row with other values is
 *   treated as gone
 * @param options.label for an owner's row, the column with its name, for the message after it is restored
 */
export function deleteRow(
  db: Database,
  table: RowTable,
  id: string,
  options: DeleteOptions<Entity> & { audited: Audited },
): Promise<Written>;
export function deleteRow<Table extends RowTable>(
  db: Database,
  own: OwnRows<Table>,
  id: string,
  options: DeleteOptions<OwnedEntity> & { label: keyof Table["_"]["columns"] & string },
): Promise<Written>;
export async function deleteRow(
  db: Database,
  rows: Rows<RowTable>,
  id: string,
  options: DeleteOptions<Entity | OwnedEntity> & { audited?: Audited; label?: string },
): Promise<Written> {
  // Not hasSelectedId(), with which SQLite would read all rows of the owner to find one.
  const [deleted] = await deleteAll(db, rows, (column) => eq(column, id), options);
  return deleted ? { ok: true, id, name: deleted.name ?? "" } : GONE;
}

/**
 * Deletes those of the selected rows that still exist, each with its audit entry, and keeps them for restoreRow() and
 * restoreRows().
 * @param options.operation the action of the summary entry for more than one row
 * @returns how many
 */
export const deleteSelectedRows = async (
  db: Database,
  table: RowTable,
  ids: string[],
  { operation, ...options }: DeleteOptions<Entity> & { audited: Audited; operation: AuditAction },
): Promise<number> => {
  const deleted = await deleteAll(db, table, (column) => hasSelectedId(column, ids), {
    ...options,
    operation: operationOn(ids, operation, null),
  });
  return deleted.length;
};

async function deleteAll(
  db: Database,
  rows: Rows<RowTable>,
  isMeant: (id: SQLiteColumn) => SQL,
  {
    entity,
    actor,
    where,
    original,
    audited = PRIVATE,
    label,
    operation = null,
  }: DeleteOptions<Entity | OwnedEntity> & {
    audited?: Audited;
    label?: string;
    operation?: Operation | null;
  },
): Promise<{ name: string | null }[]> {
  const { table, isOwn, ownerId } = behind(rows);
  const name = label === undefined ? audited.label : getTableColumns(table)[label];
  const deletable = and(
    isMeant(table.id),
    isOwn,
    hasValues(table, Object.keys(original ?? {}), original),
    where,
  );
  // Statements that need the row come before the deletion, with the same condition.
  const { deleted } = await runBatch(db, {
    entries: operationEntries(db, actor, operation, `${entity}.delete`, {
      ...rowsSubject(table, deletable, audited.label),
      changes: changesOfDeleted(table, audited),
    }),
    kept: keepRows(db, table, deletable, { entity, ownerId, label: name && sql`${name}`, at: actor.at }),
    children: moveWithParent(db, table, deletable, { ownerId, at: actor.at }),
    deleted: db
      .delete(table)
      .where(deletable)
      .returning({ name: sql<string | null>`${name ?? null}` }),
  });
  return deleted;
}

/** Finds a deleted row with its values, or null. */
export async function findDeletedRow<Name extends Entity>(
  db: Database,
  entity: Name,
  id: string,
): Promise<RowOf<Name> | null> {
  const [deleted] = await db
    .select({ row: deletedRows.row })
    .from(deletedRows)
    .where(isKept({ entity, id, ownerId: null }));
  return (deleted?.row as RowOf<Name> | undefined) ?? null;
}

/** Like {@link findDeletedRow}, for an owner's row. @public unused until a table is owned (knip.dev) */
export async function findDeletedOwnRow<Table extends RowTable, Key extends string>(
  db: Database,
  { ownerId, may }: OwnRows<Table, Key>,
  entity: OwnedEntity,
  id: string,
): Promise<Table["$inferSelect"] | null> {
  const [deleted] = await db
    .select({ row: deletedRows.row })
    .from(deletedRows)
    .where(isKept({ entity, id, ownerId, may }));
  return (deleted?.row as Table["$inferSelect"] | undefined) ?? null;
}

/** The value of a row's field, or its last value before the row was deleted, as SQL for another query. */
export function lastValueOf<Name extends Entity>(
  entity: Name,
  field: keyof RowOf<Name> & string,
  id: string,
): SQL {
  // biome-ignore lint/performance/noDynamicNamespaceImportAccess: the server needs every table
  const table: RowTable = schema[ENTITIES[entity]];
  const stored = sql`select ${getTableColumns(table)[field]} from ${table} where ${table.id} = ${id}`;
  const deleted = sql`select ${deletedRows.row} ->> ${`$.${field}`} from ${deletedRows} where ${isKept({ entity, id, ownerId: null })}`;
  return sql`coalesce((${stored}), (${deleted}))`;
}

type RowOf<Name extends Entity> = (typeof schema)[(typeof ENTITIES)[Name]]["$inferSelect"];

/**
 * Permanently deletes the rows that were deleted more than 30 days ago, with slices' data about them. @returns how many
 */
export async function purgeDeletedRows(db: Database, now: number): Promise<number> {
  const isOld = lte(deletedRows.deletedAt, now - RESTORABLE_FOR);
  const ids = db.select({ id: deletedRows.id }).from(deletedRows).where(isOld);
  const [first, ...others] = hooked("deleteWithRows").flatMap((deletesOf) => deletesOf(db, ids));
  if (first) await db.batch([first, ...others]);
  return deleteRows(db, deletedRows, isOld);
}
