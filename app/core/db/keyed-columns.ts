import { getTableColumns, is } from "drizzle-orm";
import { getTableConfig, type SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import * as schema from "#app/schema.ts";

/** A text column, and the column with its comparisonKey(). */
export interface KeyedColumn {
  /** The name of the text's column in the schema: "title". */
  name: string;
  text: SQLiteColumn;
  /** The column with the text's key: "titleKey" in the schema. */
  key: SQLiteColumn;
}

/** A table with keyed columns. Each has an id. */
export interface KeyedTable {
  name: string;
  table: SQLiteTable & { id: SQLiteColumn };
  columns: KeyedColumn[];
  /** A keyed column that must be unique, alone or with others; undefined if rows may be equal. */
  unique: KeyedColumn | undefined;
}

/** The keyed columns of a table: each text column for which there is another with the suffix "Key". */
function keyedColumns(table: SQLiteTable): KeyedColumn[] {
  const columns = getTableColumns(table);
  return Object.entries(columns).flatMap(([name, text]) => {
    const key = columns[`${name}Key`];
    return key && text.dataType === "string" && !key.generated ? [{ name, text, key }] : [];
  });
}

/** The tables with keys from comparisonKey(), including those of entities that you add. */
export const KEYED_TABLES: readonly KeyedTable[] = Object.values(schema).flatMap((exported) => {
  if (!is(exported, SQLiteTable)) return [];
  const columns = keyedColumns(exported);
  if (columns.length === 0) return [];
  const { name, indexes } = getTableConfig(exported);
  const together = indexes.filter(({ config }) => config.unique).flatMap(({ config }) => config.columns);
  const unique = columns.find(({ key }) => key.isUnique || together.some((column) => column === key));
  return [{ name, table: exported as KeyedTable["table"], columns, unique }];
});
