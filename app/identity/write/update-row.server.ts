import { and, eq, getTableColumns, not, type SQL, sql } from "drizzle-orm";
import type { SQLiteInsertValue, SQLiteTable, SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";
import type { AuditAction } from "#app/audit-actions.ts";
import { runBatch } from "#app/core/db/batch.server.ts";
import type { Database } from "#app/core/db/client.server.ts";
import { insertFrom } from "#app/core/db/insert-from.server.ts";
import type { OwnRows } from "#app/core/db/owned.ts";
import {
  type ConstraintRules,
  type FieldValues,
  GONE,
  refuseViolations,
  WAS_DELETED,
  type Written,
} from "#app/core/db/written.ts";
import type { Entity } from "#app/entities.ts";
import { type Actor, auditEntry, rowSubject } from "#app/identity/audit/audit.server.ts";
import { type Audited, changesOfUpdated, type RowTable } from "#app/identity/audit/audited.server.ts";
import { deletedRows } from "#app/identity/tables/deleted-rows.ts";
import type { OwnedEntity } from "#app/owned-entities.ts";
import { isKept, isKeptOf, type Kept, tenantOfKept, valuesOf } from "./kept-row.server.ts";
import { behind, columnsOf, hasValues, PRIVATE, type Rows } from "./rows.ts";
import {
  findObjection,
  noneOf,
  objectionsToKept,
  refusalOf,
  refuseToMove,
  restoreWithParent,
} from "./rows-of-a-row.server.ts";

interface UpdateOptions<Table extends RowTable, Name> {
  values: SQLiteUpdateSetSource<Table>;
  typed: FieldValues;
  original: FieldValues | undefined;
  rules?: ConstraintRules;
  restore?: Name | false;
  actor: Actor;
  action: AuditAction;
}

/**
 * Updates a row with its audit entry, if it still has the values that the form showed, so nobody overwrites
 * values that they have not seen (docs/decisions/0039). A form with the values that are already stored is
 * accepted and writes nothing, so it can be sent twice.
 *
 * @param options.values the columns to set
 * @param options.typed the part of `values` that the form has fields for
 * @param options.shown the values that the form showed before the reader changed any; undefined overwrites
 *   any values
 * @param options.rules the refusal for each constraint that the new values may violate
 * @param options.restore the entity, to restore a deleted row with these values; false to only offer this to
 *   the reader; undefined if deleted rows of this table are not kept
 */
export function updateRow<Table extends RowTable>(
  db: Database,
  table: Table,
  id: string,
  options: UpdateOptions<Table, Entity> & { audited: Audited },
): Promise<Written>;
export function updateRow<Table extends RowTable>(
  db: Database,
  own: OwnRows<Table>,
  id: string,
  options: UpdateOptions<Table, OwnedEntity>,
): Promise<Written>;
export async function updateRow<Table extends RowTable>(
  db: Database,
  rows: Rows<Table>,
  id: string,
  options: UpdateOptions<Table, Entity | OwnedEntity> & { audited?: Audited },
): Promise<Written> {
  const { table, isOwn, ownerId, may } = behind(rows);
  const { values, typed, original, rules = {}, restore, actor, action, audited = PRIVATE } = options;
  const fields = Object.keys(typed);
  const changeable = and(eq(table.id, id), isOwn, hasValues(table, fields, original), isOther(table, typed));
  const subject = rowSubject(table, id, audited.label);
  const entry = auditEntry(db, actor, action, {
    ...subject,
    where: changeable,
    label: newLabel(table, audited, typed) ?? subject.label,
    changes: changesOfUpdated(table, audited, typed),
  });
  refuseToMove(table, values);
  return refuseViolations(rules, async () => {
    const restored =
      restore &&
      (await restoreRowAs(db, table, { entity: restore, id, ownerId, may }, { ...options, audited }));
    if (restored) return restored;
    // The update comes after the entry, which needs the old values.
    const {
      changed,
      found: [current],
      kept: [kept],
    } = await runBatch(db, {
      entry,
      changed: db.update(table).set(values).where(changeable).returning({ id: table.id }),
      found: db
        .select(columnsOf(table, fields))
        .from(table)
        .where(and(eq(table.id, id), isOwn)),
      kept: db.select({ id: deletedRows.id }).from(deletedRows).where(isKeptOf({ id, ownerId, may })),
    });
    if (changed.length === 1) return { ok: true, id };
    // A deleted row that was not kept can't be restored, so its form offers nothing.
    if (!current && kept && restore !== undefined) return WAS_DELETED;
    return unchanged(id, typed, current);
  });
}

/**
 * Restores a deleted row with new values, as restoreRow() does with the old ones, with an audit entry for each step.
 * Another row may have taken the old values by now, so the database checks only the new ones.
 * @returns the outcome; null if the row was not deleted
 */
async function restoreRowAs<Table extends RowTable>(
  db: Database,
  table: Table,
  row: Kept,
  {
    values,
    typed,
    actor,
    action,
    audited,
  }: {
    values: SQLiteUpdateSetSource<Table>;
    typed: FieldValues;
    actor: Actor;
    action: AuditAction;
    audited: Audited;
  },
): Promise<Written | null> {
  const { id, ownerId } = row;
  const objections = objectionsToKept(db, table, row);
  const where = and(isKept(row), noneOf(objections));
  const before = valuesOf(table);
  const columns = getTableColumns(table);
  // Columns that every update sets, such as the time, don't keep their old values.
  const staying = Object.fromEntries(Object.entries(before).filter(([key]) => !columns[key]?.onUpdateFn));
  const label = audited.label && sql`${deletedRows.label}`;
  const kept = { from: deletedRows, where, id, ...tenantOfKept(table) };
  const { taken, objection } = await runBatch(db, {
    objection: findObjection(db, objections, row),
    restoreEntry: auditEntry(db, actor, "row.restore", { ...kept, label }),
    changeEntry: auditEntry(db, actor, action, {
      ...kept,
      label: newLabel(table, audited, typed) ?? label,
      changes: changesOfUpdated(table, audited, typed, before),
    }),
    restored: insertFrom(db, table, { ...staying, ...values } as SQLiteInsertValue<Table>, {
      from: deletedRows,
      where,
    }),
    children: ownerId === null ? [] : restoreWithParent(db, table, row),
    taken: db.delete(deletedRows).where(where).returning({ id: deletedRows.id }),
  });
  return taken.length === 1 ? { ok: true, id } : (refusalOf(objections, objection) ?? null);
}

/** The row's name after the update; null if it stays the same. */
function newLabel(table: SQLiteTable, { label }: Audited, typed: FieldValues): SQL | null {
  if (!label) return null;
  const [field] = Object.entries(getTableColumns(table)).find(([, column]) => column === label) ?? [];
  return field !== undefined && typed[field] !== undefined ? sql`${typed[field]}` : null;
}

/** SQL: whether a row's values differ from those of a form. */
export const isOther = (table: SQLiteTable, typed: FieldValues): SQL =>
  not(hasValues(table, Object.keys(typed), typed) ?? sql`true`);

/**
 * The result of an update that matched no row. The update succeeds if the row already has these values.
 * @param current the row's current values; undefined if it no longer exists
 */
export function unchanged(
  id: string,
  typed: FieldValues,
  current: Record<string, unknown> | undefined,
): Written {
  if (!current) return GONE;
  const isSame = Object.entries(typed).every(([field, value]) => current[field] === value);
  return isSame ? { ok: true, id } : { ok: false, code: "ROW_CHANGED", current: current as FieldValues };
}
