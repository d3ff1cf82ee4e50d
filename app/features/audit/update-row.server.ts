import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable, SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";
import type { AuditAction } from "#app/audit-actions.ts";
import type { Database } from "#app/db/client.server.ts";
import { GONE, type ShownValues, type Written } from "#app/db/written.ts";
import { type Actor, rowSubject, withAuditEntry } from "./audit.server.ts";

/**
 * Updates a row with its audit entry, if it still holds what the form showed: nobody overwrites what they have not seen
 * (docs/decisions/0039). A form that asks for what is already stored is accepted, so it can be sent twice.
 *
 * @param options.values the columns to set
 * @param options.typed those of them that the form has fields for
 * @param options.shown what the form showed before anything was typed; undefined overwrites whatever is there
 * @param options.label the column that names the row in the audit log
 */
export async function updateRow<Table extends SQLiteTable & { id: SQLiteColumn }>(
  db: Database,
  table: Table,
  id: string,
  options: {
    values: SQLiteUpdateSetSource<Table>;
    typed: ShownValues;
    shown: ShownValues | undefined;
    actor: Actor;
    action: AuditAction;
    label: SQLiteColumn;
  },
): Promise<Written> {
  const { values, typed, shown, actor, action, label } = options;
  const fields = Object.keys(typed);
  const update = db
    .update(table)
    .set(values)
    .where(and(eq(table.id, id), isAsShown(table, fields, shown)))
    .returning({ id: table.id });
  const [changed, , [present]] = await db.batch([
    ...withAuditEntry(db, update, actor, action, rowSubject(table, id, label)),
    db.select(columnsOf(table, fields)).from(table).where(eq(table.id, id)),
  ]);
  return changed.length === 1 ? { ok: true, id } : unchanged(id, typed, present);
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
