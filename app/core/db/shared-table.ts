import { getTableName } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

declare const SHARED: unique symbol;

/** A table whose rows look the same to everyone who may read them: no column is about a person or belongs to one. */
export type SharedTable<Table extends SQLiteTable = SQLiteTable> = Table & { readonly [SHARED]: true };

const names = new Set<string>();

/**
 * Declares that the rows of a table look the same to everyone who may read them, so that a cache may keep them for all
 * readers (core/read-cache). A test refuses this for tables with rows about people.
 */
export function sharedTable<Table extends SQLiteTable>(table: Table): SharedTable<Table> {
  names.add(getTableName(table));
  // Returns the given object, so that migrations find the table in app/schema.ts. Only its type changes.
  return table as SharedTable<Table>;
}

/** The names of all shared tables, in the database. */
export const sharedTableNames: ReadonlySet<string> = names;
