import { and, eq, getTableColumns, lte, type SQL, sql } from "drizzle-orm";
import { getTableConfig, type SQLiteColumn, type SQLiteInsertValue } from "drizzle-orm/sqlite-core";
import { runBatch } from "#app/core/db/batch.server.ts";
import type { Database } from "#app/core/db/client.server.ts";
import { deleteRows } from "#app/core/db/delete-rows.server.ts";
import { insertFrom } from "#app/core/db/insert-from.server.ts";
import { isChosen } from "#app/core/db/is-chosen.ts";
import { GONE, type Refused, refuseViolations, type Written } from "#app/core/db/written.ts";
import { DAY } from "#app/core/lib/durations.ts";
import { ENTITIES, type Entity } from "#app/entities.ts";
import {
  type Actor,
  auditEntry,
  rowSubject,
  rowsSubject,
  withAuditEntry,
} from "#app/identity/audit/audit.server.ts";
import { type Audited, changesOfDeleted, type RowTable } from "#app/identity/audit/audited.server.ts";
import * as schema from "#app/schema.ts";

// A deleted row moves to a table of its own (docs/decisions/0041): no query of the entity has to leave it out.

/** How long a deleted row can be restored. Milliseconds (docs/product.md, Numbers). */
const RESTORABLE_FOR = 30 * DAY;

const { deletedRows } = schema;

/**
 * Deletes a row with its audit entry, and keeps it for restoreRow().
 * @param options.where which rows may be deleted; if omitted, all of them
 */
export async function deleteRow(
  db: Database,
  table: RowTable,
  id: string,
  options: { entity: Entity; actor: Actor; audited: Audited; where?: SQL | undefined },
): Promise<Written> {
  const deleted = await deleteChosenRows(db, table, [id], options);
  return deleted === 1 ? { ok: true, id } : GONE;
}

/**
 * Deletes those of some rows that are still there, each with its audit entry, and keeps them for restoreRow() and
 * restoreRows().
 * @returns how many
 */
export async function deleteChosenRows(
  db: Database,
  table: RowTable,
  ids: string[],
  {
    entity,
    actor,
    audited,
    where,
  }: { entity: Entity; actor: Actor; audited: Audited; where?: SQL | undefined },
): Promise<number> {
  const deletable = and(isChosen(table.id, ids), where);
  const kept = {
    id: sql`${table.id}`,
    entity,
    label: sql`${audited.label}`,
    row: asJson(table),
    deletedAt: actor.at,
  };
  // What needs the row comes before the deletion, with the same condition.
  const { deleted } = await runBatch(db, {
    entries: auditEntry(db, actor, `${entity}.delete`, {
      ...rowsSubject(table, deletable, audited.label),
      changes: changesOfDeleted(table, audited),
    }),
    kept: insertFrom(db, deletedRows, kept, { from: table, where: deletable }).onConflictDoUpdate({
      target: deletedRows.id,
      set: { label: sql`excluded.label`, row: sql`excluded.row`, deletedAt: actor.at },
    }),
    deleted: db.delete(table).where(deletable).returning({ id: table.id }),
  });
  return deleted.length;
}

/** The condition for a row of an entity that was deleted and is kept. */
export const isKept = (entity: Entity, id: string) =>
  and(eq(deletedRows.id, id), eq(deletedRows.entity, entity));

/** Finds a deleted row as it was, or null. */
export async function findDeletedRow<Name extends Entity>(
  db: Database,
  entity: Name,
  id: string,
): Promise<RowOf<Name> | null> {
  const [deleted] = await db.select({ row: deletedRows.row }).from(deletedRows).where(isKept(entity, id));
  return (deleted?.row as RowOf<Name> | undefined) ?? null;
}

/** What a row holds in a field, or held when it was deleted, as SQL for another query. */
export function lastValueOf<Name extends Entity>(
  entity: Name,
  field: keyof RowOf<Name> & string,
  id: string,
): SQL {
  // biome-ignore lint/performance/noDynamicNamespaceImportAccess: the server needs every table
  const table: RowTable = schema[ENTITIES[entity]];
  const stored = sql`select ${getTableColumns(table)[field]} from ${table} where ${table.id} = ${id}`;
  const deleted = sql`select ${deletedRows.row} ->> ${`$.${field}`} from ${deletedRows} where ${isKept(entity, id)}`;
  return sql`coalesce((${stored}), (${deleted}))`;
}

type RowOf<Name extends Entity> = (typeof schema)[(typeof ENTITIES)[Name]]["$inferSelect"];

/** A row that is back. `label`: its name, if this call restored it. */
interface Restored {
  ok: true;
  id: string;
  label: string | null;
}

/**
 * Puts a deleted row back. What it referred to may be gone: an optional reference is empty then. Restoring a row that is
 * there already changes nothing, so it can be asked for twice.
 */
export async function restoreRow(
  db: Database,
  entity: Entity,
  id: string,
  actor: Actor,
): Promise<Restored | Refused> {
  // biome-ignore lint/performance/noDynamicNamespaceImportAccess: the server needs every table
  const table: RowTable = schema[ENTITIES[entity]];
  const kept = isKept(entity, id);
  const subject = {
    ...rowSubject(table, id, table.id),
    label: sql`(select ${deletedRows.label} from ${deletedRows} where ${kept})`,
  };
  const insert = insertFrom(db, table, valuesOf(table) as SQLiteInsertValue<RowTable>, {
    from: deletedRows,
    where: kept,
  });
  const rules = {
    UNIQUE: { code: "ROW_NOT_RESTORED" },
    "FOREIGN KEY": { code: "REFERENCE_NOT_FOUND" },
  } as const;
  return refuseViolations<Restored | Refused>(rules, async () => {
    const {
      taken: [taken],
      found: [existing],
    } = await runBatch(db, {
      restored: withAuditEntry(db, insert, actor, "row.restore", subject),
      taken: db.delete(deletedRows).where(kept).returning({ label: deletedRows.label }),
      found: db.select({ id: table.id }).from(table).where(eq(table.id, id)),
    });
    return existing ? { ok: true, id, label: taken?.label ?? null } : GONE;
  });
}

/** Forgets the rows that were deleted more than 30 days ago. @returns how many */
export const purgeDeletedRows = (db: Database, now: number) =>
  deleteRows(db, deletedRows, lte(deletedRows.deletedAt, now - RESTORABLE_FOR));

/** D1 allows a function 32 arguments at most: a name and a value each. */
const COLUMNS_AT_ONCE = 15;

/** A row as a JSON object, by column. Columns that triggers keep are left out: restoring the row counts it anew. */
function asJson(table: RowTable): SQL {
  const pairs = keptColumns(table).map(([key, column]) => sql`${sql.raw(`'${key}'`)}, ${column}`);
  const objects: SQL[] = [];
  while (pairs.length > 0) {
    objects.push(sql`json_object(${sql.join(pairs.splice(0, COLUMNS_AT_ONCE), sql`, `)})`);
  }
  return objects.reduce((all, object) => sql`json_patch(${all}, ${object})`);
}

/** The values of a kept row, as SQL over the row of deleted_rows. */
export function valuesOf(table: RowTable): Record<string, SQL> {
  const { foreignKeys } = getTableConfig(table);
  return Object.fromEntries(
    keptColumns(table).map(([key, column]) => {
      const kept = sql`(${deletedRows.row} ->> ${sql.raw(`'$.${key}'`)})`;
      // The column may be younger than the deletion.
      const value =
        column.notNull && column.default !== undefined
          ? sql`coalesce(${kept}, ${sql.param(column.default, column)})`
          : kept;
      const reference = foreignKeys
        .map((foreignKey) => foreignKey.reference())
        .find(({ columns }) => columns.length === 1 && columns[0] === column);
      const [target] = reference?.foreignColumns ?? [];
      if (!target || column.notNull) return [key, value];
      return [key, sql`(select ${target} from ${target.table} where ${target} = ${value})`];
    }),
  );
}

const keptColumns = (table: RowTable): [key: string, SQLiteColumn][] =>
  Object.entries(getTableColumns(table)).filter(([, column]) => !schema.KEPT_BY_TRIGGERS.includes(column));
