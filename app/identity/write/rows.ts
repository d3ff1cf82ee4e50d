import { and, getTableColumns, is, type SQL, sql } from "drizzle-orm";
import { type SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { type OwnRows, writable } from "#app/core/db/owned.ts";
import type { FieldValues } from "#app/core/db/written.ts";
import type { Audited, RowTable } from "#app/identity/audit/audited.server.ts";

/** The target of a write: a table without owners, or an owner's rows of an owned table. */
export type Rows<Table extends RowTable> = Table | OwnRows<Table>;

/**
 * Returns the table behind `rows`. For an owner's rows also returns the conditions `isOwn` and `may`, the
 * owner's id, and the owner's value and column, by column name.
 */
export const behind = <Table extends RowTable>(rows: Rows<Table>) =>
  is(rows, SQLiteTable)
    ? { table: rows as Table, ownerId: null, isOwn: undefined, may: undefined, owner: {}, ownerColumn: {} }
    : writable(rows as OwnRows<Table>);

/** What the audit log records about an owner's rows: only who created, changed or deleted one. */
export const PRIVATE: Audited = { label: null, fields: [] };

/** Some columns of a table, by their names in the code. */
export const columnsOf = (table: SQLiteTable, names: readonly string[]): Record<string, SQLiteColumn> =>
  Object.fromEntries(Object.entries(getTableColumns(table)).filter(([name]) => names.includes(name)));

/** SQL: whether a row has the values that a form showed. */
export function hasValues(
  table: SQLiteTable,
  fields: string[],
  original: FieldValues | undefined,
): SQL | undefined {
  if (!original) return undefined;
  const columns = Object.entries(columnsOf(table, fields));
  return and(
    ...columns.map(([field, column]) => sql`${column} is ${sql.param(original[field] ?? null, column)}`),
  );
}
