import { type Column, getTableColumns, is, SQL, type Subquery, sql } from "drizzle-orm";
import type { SQLiteInsertValue, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "./client.server.ts";

/**
 * An `INSERT ... SELECT`: inserts `values` once for each row that the query finds, so that one statement both decides
 * and writes. A value may be an SQL expression over the row. Columns without a value get the default that the table
 * declares for them, else null; a default that is a function, such as an id, runs once for the whole statement.
 *
 * The columns come from the table. A new column with a default, or one that may be null, needs no change here or in a
 * caller; a required one does not compile in the callers that leave it out.
 *
 * @param query.from what the rows come from; left out, there is one row
 * @param query.where which of the rows; left out, all of them
 */
export function insertFrom<T extends SQLiteTable>(
  db: Database,
  table: T,
  values: SQLiteInsertValue<T>,
  { from, where }: { from?: SQLiteTable | Subquery | SQL; where?: SQL | undefined },
) {
  const given = new Map<string, unknown>(Object.entries(values));
  const row = Object.entries(getTableColumns(table)).map(([key, column]) => {
    const value = given.get(key);
    return expression(column, value === undefined ? defaultOf(column) : value);
  });
  const source = from ? sql` from ${from}` : undefined;
  // SQLite reads the ON of an ON CONFLICT as a join's unless a WHERE stands before it.
  return db.insert(table).select(sql`select ${sql.join(row, sql`, `)}${source} where ${where ?? sql`true`}`);
}

/** What a column holds where no value is given, in the order in which Drizzle's own `values()` looks for it. */
function defaultOf({ default: fixed, defaultFn, onUpdateFn }: Column): unknown {
  return fixed ?? (defaultFn ?? onUpdateFn)?.() ?? null;
}

const expression = (column: Column, value: unknown) => (is(value, SQL) ? value : sql.param(value, column));
