import { type Column, getTableColumns, is, SQL, type Subquery, sql } from "drizzle-orm";
import type { SQLiteInsertValue, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "./client.server.ts";

/**
 * An `INSERT ... SELECT`: inserts `values` once for each row that the query finds, so that one statement both decides
 * and writes. A value may be an SQL expression over that row. A column without a value gets the default that its table
 * declares, otherwise null; a default that is a function, such as an id, runs once for the whole statement.
 *
 * The columns come from the table. A new column that is nullable or has a default needs no change here or in a caller;
 * a required one makes callers that omit it fail to compile.
 *
 * @param query.from the source of the rows; if omitted, there is one row
 * @param query.where which of the rows to use; if omitted, all of them
 */
export function insertFrom<T extends SQLiteTable>(
  db: Database,
  table: T,
  values: SQLiteInsertValue<T>,
  { from, where }: { from?: SQLiteTable | Subquery | SQL; where?: SQL | undefined },
) {
  const provided = new Map<string, unknown>(Object.entries(values));
  const columns = Object.entries(getTableColumns(table)).filter(([, column]) => !column.generated);
  const row = columns.map(([key, column]) => {
    const value = provided.get(key);
    return expression(column, value === undefined ? defaultOf(column) : value);
  });
  const source = from ? sql` from ${from}` : undefined;
  // Without this WHERE, SQLite would parse the ON of an ON CONFLICT as a join's.
  return db.insert(table).select(sql`select ${sql.join(row, sql`, `)}${source} where ${where ?? sql`true`}`);
}

/** The value of a column that the caller omits. Looks for a default in the same order as Drizzle's own `values()`. */
function defaultOf({ default: fixed, defaultFn, onUpdateFn }: Column): unknown {
  return fixed ?? (defaultFn ?? onUpdateFn)?.() ?? null;
}

const expression = (column: Column, value: unknown) => (is(value, SQL) ? value : sql.param(value, column));
