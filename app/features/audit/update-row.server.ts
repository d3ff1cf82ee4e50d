import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable, SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";
import type { AuditAction } from "#app/audit-actions.ts";
import type { Database } from "#app/db/client.server.ts";
import { GONE, type ShownValues, WAS_DELETED, type Written } from "#app/db/written.ts";
import type { Entity } from "#app/entities.ts";
import { type Actor, auditEntry, rowSubject } from "./audit.server.ts";
import { type Audited, changesOfUpdated, type RowTable } from "./audited.server.ts";
import { restoreRow } from "./deleted-rows.server.ts";

/**
 * Updates a row with its audit entry, if it still holds what the form showed: nobody overwrites what they have not seen
 * (docs/decisions/0039). A form that asks for what is already stored is accepted, so it can be sent twice.
 *
 * @param options.values the columns to set
 * @param options.typed those of them that the form has fields for
 * @param options.shown what the form showed before anything was typed; undefined overwrites whatever is there
 * @param options.restore the entity, if the row is to be restored first in case that it was deleted; false if it may be
 *   restored next; undefined if rows of this table are not kept
 */
export async function updateRow<Table extends RowTable>(
  db: Database,
  table: Table,
  id: string,
  options: {
    values: SQLiteUpdateSetSource<Table>;
    typed: ShownValues;
    shown: ShownValues | undefined;
    restore?: Entity | false;
    actor: Actor;
    action: AuditAction;
    audited: Audited;
  },
): Promise<Written> {
  const { values, typed, shown, restore, actor, action, audited } = options;
  if (restore) {
    const restored = await restoreRow(db, restore, id, actor);
    if (!restored.ok) return restored;
  }
  const fields = Object.keys(typed);
  const changeable = and(eq(table.id, id), isAsShown(table, fields, shown));
  const entry = auditEntry(db, actor, action, {
    ...rowSubject(table, id, audited.label),
    where: changeable,
    label: newLabel(table, audited, typed),
    changes: changesOfUpdated(table, audited, typed),
  });
  // The update comes after the entry, which needs the old values.
  const [, changed, [present]] = await db.batch([
    entry,
    db.update(table).set(values).where(changeable).returning({ id: table.id }),
    db.select(columnsOf(table, fields)).from(table).where(eq(table.id, id)),
  ]);
  if (changed.length === 1) return { ok: true, id };
  // What is not kept can't be restored, so its form has nothing to offer.
  if (!present && restore !== undefined) return WAS_DELETED;
  return unchanged(id, typed, present);
}

/** What the row is called after the update. */
function newLabel(table: SQLiteTable, { label }: Audited, typed: ShownValues): SQL {
  const [field] = Object.entries(getTableColumns(table)).find(([, column]) => column === label) ?? [];
  return field !== undefined && typed[field] !== undefined ? sql`${typed[field]}` : sql`${label}`;
}

/** The condition for a row that holds, in some columns, what a form showed. */
export function isAsShown(
  table: SQLiteTable,
  fields: string[],
  shown: ShownValues | undefined,
): SQL | undefined {
  if (!shown) return undefined;
  const columns = Object.entries(columnsOf(table, fields));
  return and(
    ...columns.map(([field, column]) => sql`${column} is ${sql.param(shown[field] ?? null, column)}`),
  );
}

/** Why an update matched no row. @param present what the row holds now; undefined if it is gone */
export function unchanged(
  id: string,
  typed: ShownValues,
  present: Record<string, unknown> | undefined,
): Written {
  if (!present) return GONE;
  const isSame = Object.entries(typed).every(([field, value]) => present[field] === value);
  return isSame ? { ok: true, id } : { ok: false, code: "ROW_CHANGED", present: present as ShownValues };
}

/** The columns of a table that a form has fields for. */
export const columnsOf = (table: SQLiteTable, fields: string[]): Record<string, SQLiteColumn> =>
  Object.fromEntries(Object.entries(getTableColumns(table)).filter(([field]) => fields.includes(field)));
