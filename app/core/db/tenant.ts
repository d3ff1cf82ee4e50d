import { is } from "drizzle-orm";
import { getTableConfig, type SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";

/** The tables whose rows own rows of others for several people, each with its id. */
const tenants = new Map<SQLiteTable, SQLiteColumn>();

/** The column with the owner, by table, of those that were looked up. */
const known = new WeakMap<SQLiteTable, SQLiteColumn | null>();

/**
 * Declares that several people own rows of other tables together, through a row of this one: those that refer to it.
 * @public also while no table does (knip.dev)
 */
export function tenant<Table extends SQLiteTable & { id: SQLiteColumn }>(table: Table): Table {
  tenants.set(table, table.id);
  return table;
}

/**
 * The column that says which {@link tenant} a row of a table belongs to: its own id, or the one that refers to it.
 * @returns null for what belongs to none
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
