import { is } from "drizzle-orm";
import { getTableConfig, type SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";

/** The tables of tenants, each with its id column. Several people own the rows of other tables through a tenant. */
const tenants = new Map<SQLiteTable, SQLiteColumn>();

/** The tenant column of each table looked up so far. */
const known = new WeakMap<SQLiteTable, SQLiteColumn | null>();

/**
 * Declares that each row of this table is a tenant, such as an organisation. Through a tenant, several people
 * own the rows of other tables that refer to it.
 * @public unused until a table has tenants as its rows (knip.dev)
 */
export function tenant<Table extends SQLiteTable & { id: SQLiteColumn }>(table: Table): Table {
  tenants.set(table, table.id);
  return table;
}

/**
 * The column that says which {@link tenant} a row of a table belongs to: the row's own id, or a reference to the
 * tenant.
 * @returns null if the table's rows belong to no tenant
 */
export function tenantColumnOf(table: unknown): SQLiteColumn | null {
  if (!is(table, SQLiteTable)) return null;
  const found = known.get(table);
  if (found !== undefined) return found;
  const column = tenants.get(table) ?? referringColumnOf(table);
  known.set(table, column);
  return column;
}

const referringColumnOf = (table: SQLiteTable): SQLiteColumn | null =>
  getTableConfig(table)
    .foreignKeys.map(({ reference }) => reference())
    .find(({ foreignTable }) => tenants.has(foreignTable as SQLiteTable))?.columns[0] ?? null;
