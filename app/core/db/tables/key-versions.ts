import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * How far the stored keys of each table have been recomputed after a change to comparisonKey() (docs/decisions/0061).
 */
export const keyVersions = sqliteTable("key_versions", {
  tableName: text("table_name").primaryKey(),
  /** The KEY_VERSION of the keys of all rows up to `after`. */
  version: integer("version").notNull(),
  /** The id of the last row that was recomputed; null once all were. */
  after: text("after"),
});

/** Rows whose new key equals another row's. Both rows stay until somebody renames or deletes one of them. */
export const equalRows = sqliteTable(
  "equal_rows",
  {
    tableName: text("table_name").notNull(),
    rowId: text("row_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.tableName, table.rowId] })],
);
